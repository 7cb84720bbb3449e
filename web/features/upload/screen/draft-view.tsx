import type { Dispatch, ReactNode } from "react";
import type { TransactionLimits } from "../../../../worker/accounts/contract.ts";
import { isOpenToAll } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { canSellSingles } from "../../../../worker/catalogue/shares/contract/singles.ts";
import { currentLocale } from "../../../lib/i18n/i18n.ts";
import { usePaused } from "../../../lib/server/queries/pauses.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { classes } from "../../../ui/classes.ts";
import type { Draft, DraftAction } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { useBegin } from "../use-begin.ts";
import { useStock } from "../use-made.ts";
import { ChosenFiles } from "./chosen-files.tsx";
import { type Details, isReady, missingFrom, type Needed } from "./details.ts";
import { DetailsForm } from "./details-form.tsx";
import { PausedNotice } from "./notices.tsx";
import { Options } from "./options.tsx";
import { useProposedTitle } from "./proposed-title.ts";
import { samplesOf } from "./samples-choice.tsx";

type Props = {
	draft: Draft;
	act: Dispatch<DraftAction>;
	details: Details;
	onChange: (change: Partial<Details>) => void;
	limits: TransactionLimits | undefined;
	onRefused: () => void;
	/** opens the buyers’ page, if that isn’t next to the form */
	seePage: ReactNode;
};

const MISSING = {
	files: "upload.missingFiles",
	title: "upload.missingTitle",
	price: "upload.missingPrice",
} as const satisfies Record<Needed, string>;

const CENTRED = "mx-auto w-full max-w-reading";

export function DraftView({ draft, act, details, onChange, limits, onRefused, seePage }: Props) {
	const t = useTexts();
	const samples = samplesOf(draft, details);
	useStock(draft, details, isOpenToAll(details) ? null : samples);
	const { errors, setErrors, pending, onSubmit } = useBegin(
		details,
		{ ...draft, samples },
		{ onRefused },
	);
	const proposal = useProposedTitle(draft.files, details.title, (title) => onChange({ title }));
	const isPaused = usePaused("uploads");
	const { files } = draft;
	const hasFiles = files.length > 0;
	const missing = missingFrom(details, files.length);

	return (
		<form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
			<div className="flex min-w-0 flex-col gap-4">
				<ChosenFiles
					draft={draft}
					act={act}
					limits={limits}
					sellsSingles={details.singles !== null && canSellSingles(details)}
				/>
			</div>
			<Card aria-labelledby="details-title" className={classes("p-4 sm:p-5", !hasFiles && CENTRED)}>
				<h2 id="details-title" className="mb-3 text-21">
					{t("upload.step2")}
				</h2>
				<DetailsForm
					details={details}
					errors={errors}
					proposal={proposal}
					onChange={onChange}
					files={files}
				/>
			</Card>
			<div className={hasFiles ? undefined : CENTRED}>
				<Options
					draft={draft}
					details={details}
					errors={errors}
					onChange={onChange}
					act={act}
					setErrors={setErrors}
				/>
			</div>
			{isPaused ? (
				<PausedNotice />
			) : (
				<div className={classes("flex flex-wrap gap-2", hasFiles ? "bottom-bar" : CENTRED)}>
					{seePage}
					<Button
						type="submit"
						tone="primary"
						className="grow px-2"
						disabled={!isReady(details, files.length, limits?.remaining)}
						pending={pending && t("upload.beginning")}
					>
						{t("upload.submit")}
					</Button>
					{missing.length > 0 && (
						<p className="w-full text-center text-13 text-muted">
							{t("upload.missing", {
								missing: new Intl.ListFormat(currentLocale()).format(
									missing.map((each) => t(MISSING[each])),
								),
							})}
						</p>
					)}
				</div>
			)}
		</form>
	);
}
