import { type FormEvent, useReducer } from "react";
import { PLANS } from "../../../worker/contract/plans.ts";
import { formatSize } from "../../lib/i18n/format.ts";
import { usePaused } from "../../lib/server/queries/pauses.ts";
import { useLimits } from "../../lib/server/queries/uploads.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { toast } from "../../ui/toast.ts";
import { clearUpload, useActiveUpload } from "./active-upload.ts";
import { DropArea } from "./choose/drop-area.tsx";
import { draftAfter, EMPTY_DRAFT, totalSize } from "./organise/draft.ts";
import { isReady } from "./screen/details.ts";
import { DetailsForm } from "./screen/details-form.tsx";
import {
	FreePlanBanner,
	OverflowNotice,
	PausedNotice,
	PlanBadge,
	SuspendedNotice,
} from "./screen/notices.tsx";
import { Options } from "./screen/options.tsx";
import { PreviewGrid } from "./screen/preview-grid.tsx";
import { useProposedTitle } from "./screen/proposed-title.ts";
import { samplesOf } from "./screen/samples-choice.tsx";
import { SendingView } from "./screen/sending-view.tsx";
import { SuccessView } from "./screen/success-view.tsx";
import { useDetails } from "./screen/use-details.ts";
import { useTexts } from "./texts.ts";
import { useBegin } from "./use-begin.ts";
import { useStock } from "./use-made.ts";
import { usePublished } from "./use-published.ts";

export function QuickShare() {
	const t = useTexts();
	const { data: limits } = useLimits();
	const creator = useCreator();
	const isPaused = usePaused("uploads");
	const active = useActiveUpload(creator.id);
	const published = usePublished(active);
	const [draft, act] = useReducer(draftAfter, EMPTY_DRAFT);
	const { details, change, reset } = useDetails();
	const samples = samplesOf(draft, details);
	useStock(draft, details, samples);
	const { errors, setErrors, pending, onSubmit } = useBegin(
		details,
		{ ...draft, samples },
		{ words: { failed: t("quick.error"), failedText: t("quick.errorText") } },
	);
	const proposal = useProposedTitle(draft.files, details.title, (title) => change({ title }));
	const isNested = PLANS[limits?.plan ?? creator.plan].nestedFolders;
	const { files } = draft;

	function submit(event: FormEvent<HTMLFormElement>) {
		if (isReady(details, files.length, limits?.remaining)) void onSubmit(event);
		else {
			event.preventDefault();
			toast({
				tone: "destructive",
				title: t("quick.missing"),
				text: t("quick.missingText"),
			});
		}
	}
	function startOver() {
		clearUpload();
		act({ type: "clear" });
		reset();
	}

	const copying = {
		onCopied: () => toast({ tone: "good", title: t("quick.copied"), text: t("quick.copiedText") }),
		failed: { title: t("quick.copyFailed"), text: t("quick.copyFailedText") },
	};
	if (active)
		return (
			<section aria-labelledby="quick-title" className="flex flex-col gap-4">
				<header className="flex flex-wrap items-center justify-between gap-3">
					<h2 id="quick-title" className="text-21">
						{t("quick.title")}
					</h2>
					{limits && <PlanBadge limits={limits} />}
				</header>
				{published ? (
					<SuccessView share={published} onAgain={startOver} copying={copying} />
				) : (
					<SendingView upload={active} onDiscarded={startOver} onWithout={null} copying={copying} />
				)}
			</section>
		);
	if (creator.suspended) return <SuspendedNotice />;
	if (limits?.remaining === 0) return <FreePlanBanner limits={limits} />;
	return (
		<Card
			id="quick-title"
			title={t("quick.title")}
			action={limits && <PlanBadge limits={limits} />}
			className="p-5 sm:p-6"
		>
			{isPaused && files.length === 0 ? (
				<PausedNotice />
			) : (
				<form noValidate onSubmit={submit} className="grid gap-6 lg:grid-cols-2">
					<section aria-labelledby="quick-step1" className="flex min-w-0 flex-col gap-3">
						<h3 id="quick-step1" className="font-semibold">
							{t("quick.step1")}
						</h3>
						<DropArea
							size="card"
							takesFolders={false}
							onFiles={(added) => act({ type: "add", files: added, isNested })}
						/>
						<OverflowNotice draft={draft} />
						{files.length > 0 && <PreviewGrid files={files.map(({ file }) => file)} />}
						{files.length > 0 && (
							<p className="tabular flex items-center justify-between gap-3" role="status">
								{t("upload.summary", { n: files.length, size: formatSize(totalSize(files)) })}
								<Button size="sm" tone="quiet" onClick={() => act({ type: "clear" })}>
									{t("upload.removeAll")}
								</Button>
							</p>
						)}
					</section>
					<section aria-labelledby="quick-step2" className="flex min-w-0 flex-col gap-4">
						<h3 id="quick-step2" className="font-semibold">
							{t("quick.step2")}
						</h3>
						<DetailsForm
							details={details}
							errors={errors}
							proposal={proposal}
							onChange={change}
							files={files}
						/>
						{isPaused ? (
							<PausedNotice />
						) : (
							<Button
								type="submit"
								tone="primary"
								className="self-start"
								pending={pending && t("upload.beginning")}
							>
								{t("quick.submit")}
							</Button>
						)}
					</section>
					<div className="lg:col-span-2">
						<Options
							draft={draft}
							details={details}
							errors={errors}
							onChange={change}
							act={act}
							setErrors={setErrors}
							isAlone
						/>
					</div>
				</form>
			)}
		</Card>
	);
}
