import { useEffect, useReducer, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { isOpenToAll } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { usePage } from "../../../lib/page/page.ts";
import { useMediaQuery } from "../../../lib/page/use-media-query.ts";
import { useDrafts } from "../../../lib/server/queries/drafts.ts";
import { usePaused } from "../../../lib/server/queries/pauses.ts";
import { useLimits, useOpenUploads } from "../../../lib/server/queries/uploads.ts";
import { polled } from "../../../lib/server/swr.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { BackLink } from "../../../shared/back-link.tsx";
import { classes } from "../../../ui/classes.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { clearUpload, useActiveUpload } from "../active-upload.ts";
import { MissingFiles } from "../draft-files/missing-files.tsx";
import { useDraftFiles } from "../draft-files/use-draft-files.ts";
import { useDraftId } from "../draft-files/use-draft-id.ts";
import { DraftAside, PublishedAside, TWO_COLUMNS } from "../live-page/page-aside.tsx";
import type { BuyersPage } from "../live-page/shown-page.tsx";
import { draftAfter, EMPTY_DRAFT } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { usePublished } from "../use-published.ts";
import { useResume } from "../use-resume.ts";
import { AddFilesView } from "./add-files-view.tsx";
import { DraftList } from "./draft-list.tsx";
import { DraftView } from "./draft-view.tsx";
import { FreePlanBanner, PausedNotice, PlanBadge, SuspendedNotice } from "./notices.tsx";
import { ReplaceFileView } from "./replace-file-view.tsx";
import { ReselectFiles } from "./reselect-files.tsx";
import { pickSample, SeenChoices } from "./seen-choices.tsx";
import { SendingView } from "./sending-view.tsx";
import { SuccessView } from "./success-view.tsx";
import { UnfinishedUploads } from "./unfinished-uploads.tsx";
import { useDetails } from "./use-details.ts";
import { useStoredDraft } from "./use-stored-draft.ts";

export function UploadPage({ BuyersPage }: { BuyersPage: BuyersPage }) {
	const t = useTexts();
	usePage(t("upload.title"));
	const limitsAnswer = useLimits();
	const limits = limitsAnswer.data;
	const creator = useCreator();
	const active = useActiveUpload(creator.id);
	const published = usePublished(active);
	const [draft, actOnDraft] = useReducer(draftAfter, EMPTY_DRAFT);
	const { details, change, reset: resetDetails } = useDetails();
	const [query] = useSearchParams();
	const addTo = query.get("to");
	const replaced = query.get("replace");
	const uploadsAnswer = useOpenUploads(polled(60));
	const uploads = uploadsAnswer.data;
	const { resume, pendingId, choosing, provideFiles, stopChoosing } = useResume(
		uploads,
		active !== null,
	);
	const draftsAnswer = useDrafts();
	const known = draftsAnswer.data;
	const drafts = known ?? [];
	const draftId = useDraftId();
	const [refused, setRefused] = useState<object[]>([]);
	// Saving refused values would leave a draft per attempt.
	const isRefused = refused[0] === details && refused[1] === draft.files;
	const isSent = (active !== null || isRefused) && addTo === null;
	// A form about an existing share isn't a draft.
	const isOff = isSent || addTo !== null;
	const stored = useStoredDraft({
		creatorId: creator.id,
		id: draftId.id,
		isNew: draftId.isNew,
		details,
		change,
		hasFiles: draft.files.length > 0,
		known,
		isSent,
		isOff,
	});
	const kept = useDraftFiles({
		id: draftId.id,
		creatorId: creator.id,
		draft,
		act: actOnDraft,
		isStored: stored.isStored,
		isSent,
		isOff,
		known,
	});
	const { act } = kept;
	useEffect(() => {
		if (stored.isDraft && !draftId.isShown) draftId.show();
		if (isSent && draftId.isShown) draftId.hide();
	});
	const unfinished = uploads?.filter(({ id }) => id !== active?.id) ?? [];
	const isDrafting = !active && !choosing && !creator.suspended;
	// All together, so that the form doesn't move under a click.
	const isComplete = [limitsAnswer, uploadsAnswer, draftsAnswer].every(
		({ data, error }) => data !== undefined || error !== undefined,
	);
	const isPaused = usePaused("uploads");
	const view = published ? "published" : active ? "sending" : choosing ? "choosing" : "draft";
	const body = useViewHead(view);

	function reset() {
		clearUpload();
		act({ type: "clear" });
		resetDetails();
		draftId.renew();
	}
	function beginWithout(sources: ReadonlySet<Blob>) {
		clearUpload();
		const failed = draft.files.filter(({ file }) => sources.has(file)).map(({ key }) => key);
		act({ type: "remove", keys: new Set(failed) });
	}

	const seen = { draft, act, details, onChange: change };
	const isWide = useMediaQuery(TWO_COLUMNS);
	const page = published ? (
		<PublishedAside slug={published.fileShare.shareId} BuyersPage={BuyersPage} />
	) : draft.files.length > 0 && !addTo && !choosing && !creator.suspended ? (
		<DraftAside
			details={details}
			draft={draft}
			BuyersPage={BuyersPage}
			choices={!active && <SeenChoices {...seen} />}
			onPick={active || isOpenToAll(details) ? null : (key) => pickSample(seen, key)}
		/>
	) : null;

	return (
		<div className="gutters max-w-content py-5 sm:py-6">
			<header className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-1">
				<BackLink to={paths.dashboard}>{t("upload.back")}</BackLink>
				<h1 className="text-28">{t("upload.title")}</h1>
				{limits && (
					<span className="sm:ms-auto">
						<PlanBadge limits={limits} />
					</span>
				)}
			</header>
			<div ref={body} className="flex flex-col gap-6">
				{isDrafting && isComplete && (
					<>
						{/* With files, the badge above says enough. */}
						{limits && (!page || limits.remaining === 0) && <FreePlanBanner limits={limits} />}
						<UnfinishedUploads uploads={unfinished} pendingId={pendingId} onResume={resume} />
						{!addTo && (
							<DraftList
								creatorId={creator.id}
								drafts={drafts.filter(({ id }) => id !== draftId.id)}
								onOpen={draftId.open}
							/>
						)}
					</>
				)}
				<div
					className={classes(
						"grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:gap-8",
						page && "lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]",
					)}
				>
					<div className="flex min-w-0 flex-col gap-6">
						{isDrafting && !isComplete ? (
							<Skeleton className="h-96" />
						) : published ? (
							<SuccessView share={published} onAgain={reset} />
						) : active ? (
							<SendingView
								upload={active}
								onDiscarded={clearUpload}
								onWithout={draft.files.length > 0 ? beginWithout : null}
							/>
						) : creator.suspended ? (
							<SuspendedNotice />
						) : choosing ? (
							<ReselectFiles choosing={choosing} onFound={provideFiles} onCancel={stopChoosing} />
						) : isPaused && draft.files.length === 0 ? (
							<PausedNotice />
						) : addTo && replaced ? (
							<ReplaceFileView
								slug={addTo}
								fileId={replaced}
								draft={draft}
								act={act}
								limits={limits}
							/>
						) : addTo ? (
							<AddFilesView slug={addTo} draft={draft} act={act} limits={limits} />
						) : (
							<>
								<MissingFiles
									files={kept.missing}
									onAllow={kept.allow}
									onLeaveOut={kept.leaveOut}
								/>
								<DraftView
									draft={draft}
									act={act}
									details={details}
									onChange={change}
									limits={limits}
									onRefused={() => setRefused([details, draft.files])}
									seePage={!isWide && page}
								/>
								<p role="status" className="text-center text-13 text-muted">
									{stored.status === "saved" && t("upload.draftSaved")}
									{stored.status === "failed" && t("upload.draftNotSaved")}{" "}
									{stored.status !== "failed" &&
										draftId.isShown &&
										kept.lost === 0 &&
										t("upload.draftKeepsFiles")}
									{kept.lost !== null &&
										kept.lost > 0 &&
										t("upload.draftLosesFiles", { n: kept.lost })}
								</p>
							</>
						)}
					</div>
					{(isWide || view === "sending") && page}
				</div>
			</div>
		</div>
	);
}

/** Shows and focuses the top of each view: the button that led here is gone. */
function useViewHead(view: string) {
	const body = useRef<HTMLDivElement>(null);
	const last = useRef(view);
	useEffect(() => {
		if (last.current === view) return;
		last.current = view;
		window.scrollTo(0, 0);
		const heading = body.current?.querySelector<HTMLElement>("h2");
		if (!heading) return;
		heading.tabIndex = -1;
		heading.focus({ preventScroll: true });
	}, [view]);
	return body;
}
