import { type Dispatch, useId } from "react";
import type { TransactionLimits } from "../../../../worker/contract/accounts/accounts.ts";
import { PLANS } from "../../../../worker/contract/accounts/plans.ts";
import { formatSize } from "../../../lib/i18n/format.ts";
import { currentLocale } from "../../../lib/i18n/i18n.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { usePaused } from "../../../lib/server/queries/pauses.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DropArea } from "../choose/drop-area.tsx";
import { type Draft, type DraftAction, totalSize } from "../organise/draft.ts";
import { Organiser } from "../organise/organiser.tsx";
import { TemplateMenu } from "../templates/template-menu.tsx";
import { useTexts } from "../texts.ts";
import { useBegin } from "../use-begin.ts";
import { CoverChoice } from "./cover-choice.tsx";
import { type Details, isReady, missingFrom, type Needed } from "./details.ts";
import { DetailsForm } from "./details-form.tsx";
import { MoreOptions } from "./more-options.tsx";
import { PausedNotice } from "./paused-notice.tsx";
import { PreviewChoice } from "./preview-choice.tsx";
import { PreviewGrid } from "./preview-grid.tsx";
import { SamplesChoice, samplesOf } from "./samples-choice.tsx";

type Props = {
	draft: Draft;
	act: Dispatch<DraftAction>;
	details: Details;
	onChange: (change: Partial<Details>) => void;
	limits: TransactionLimits | undefined;
};

const MISSING = {
	files: "upload.missingFiles",
	title: "upload.missingTitle",
	price: "upload.missingPrice",
} as const satisfies Record<Needed, string>;

/** Choosing, arranging, naming and pricing: the drop area fills the page until something is dropped. */
export function DraftView({ draft, act, details, onChange, limits }: Props) {
	const t = useTexts();
	const formId = useId();
	const { errors, setErrors, pending, onSubmit } = useBegin(
		details,
		{ ...draft, samples: samplesOf(draft, details.preview.images) },
		{
			failed: t("upload.failed"),
			failedText: t("upload.failedText"),
		},
	);
	const creator = useCreator();
	const isPaused = usePaused("uploads");
	const isNested = PLANS[limits?.plan ?? creator.plan].nestedFolders;
	const { files } = draft;
	const hasFiles = files.length > 0;
	const missing = missingFrom(details, files.length);

	return (
		<div
			className={
				hasFiles ? "grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22.5rem]" : "grid gap-6"
			}
		>
			<div className="flex min-w-0 flex-col gap-5">
				<DropArea
					size={hasFiles ? "strip" : "page"}
					disabled={limits?.remaining === 0}
					onFiles={(added) => act({ type: "add", files: added, isNested })}
				/>
				{draft.overflow > 0 && (
					<Alert tone="warning" live>
						{t("upload.overflow", { n: draft.overflow, ...limitValues() })}
					</Alert>
				)}
				{draft.wasFlattened && <Alert live>{t("upload.flattened")}</Alert>}
				{hasFiles && (
					<Card className="flex flex-col gap-5 p-4 sm:p-6">
						<header className="flex items-center justify-between gap-4">
							<h2 className="tabular text-21">
								{t("upload.summary", { n: files.length, size: formatSize(totalSize(files)) })}
							</h2>
							<Button
								size="sm"
								tone="quiet"
								className="-me-3"
								onClick={() => act({ type: "clear" })}
							>
								{t("upload.removeAll")}
							</Button>
						</header>
						<PreviewGrid files={files.map(({ file }) => ({ name: file.name, file }))} />
						<PreviewChoice
							files={files}
							chosen={details.preview.images}
							onChoose={(images) => onChange({ preview: { ...details.preview, images } })}
						/>
						<SamplesChoice
							draft={draft}
							images={details.preview.images}
							form={formId}
							onChoose={(keys) => act({ type: "samples", keys })}
						/>
						<CoverChoice
							files={files}
							chosen={draft.cover}
							error={errors.cover}
							form={formId}
							onChoose={(cover) => {
								act({ type: "cover", cover });
								setErrors({ ...errors, cover: undefined });
							}}
						/>
						<hr className="border-line" />
						<Organiser draft={draft} act={act} isNested={isNested} />
					</Card>
				)}
			</div>
			<Card
				aria-labelledby="details-title"
				className={hasFiles ? "p-5 sm:p-6 lg:sticky lg:top-6" : "mx-auto w-full max-w-reading"}
			>
				<header className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
					<h2 id="details-title" className="text-21">
						{t("upload.step2")}
					</h2>
					<TemplateMenu details={details} onChange={onChange} />
				</header>
				<form id={formId} noValidate onSubmit={onSubmit}>
					<DetailsForm details={details} errors={errors} onChange={onChange} />
					<div className="mt-4">
						<MoreOptions details={details} errors={errors} onChange={onChange} />
					</div>
					{isPaused ? (
						<div className="mt-5">
							<PausedNotice />
						</div>
					) : (
						<>
							<Button
								type="submit"
								tone="primary"
								size="lg"
								className="mt-5 w-full"
								disabled={!isReady(details, files.length, limits?.remaining)}
								pending={pending && t("upload.beginning")}
							>
								{t("upload.submit")}
							</Button>
							{missing.length > 0 && (
								<p className="mt-2 text-center text-13 text-muted">
									{t("upload.missing", {
										missing: new Intl.ListFormat(currentLocale()).format(
											missing.map((each) => t(MISSING[each])),
										),
									})}
								</p>
							)}
						</>
					)}
				</form>
			</Card>
		</div>
	);
}
