import { ArrowLeft } from "lucide-react";
import { useEffect, useReducer, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { usePage } from "../../../lib/page.ts";
import { paths } from "../../../lib/paths.ts";
import { usePaused } from "../../../lib/queries/pauses.ts";
import { useLimits, useOpenUploads } from "../../../lib/queries/uploads.ts";
import { useCreator } from "../../../lib/session.tsx";
import { polled } from "../../../lib/swr.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { clearUpload, useActiveUpload } from "../active-upload.ts";
import { draftAfter, EMPTY_DRAFT } from "../organise/draft.ts";
import { useTexts } from "../texts.ts";
import { usePublished } from "../use-published.ts";
import { useResume } from "../use-resume.ts";
import { AddFilesView } from "./add-files-view.tsx";
import { DraftView } from "./draft-view.tsx";
import { PausedNotice } from "./paused-notice.tsx";
import { FreePlanBanner, PlanBadge } from "./plan-notice.tsx";
import { ReselectFiles } from "./reselect-files.tsx";
import { SendingView } from "./sending-view.tsx";
import { SuccessView } from "./success-view.tsx";
import { UnfinishedUploads } from "./unfinished-uploads.tsx";
import { useDetails } from "./use-details.ts";

/** The screen /upload: choose, price, send, share. Shows an upload in progress again. */
export function UploadPage() {
	const t = useTexts();
	usePage(t("upload.title"));
	const { data: limits } = useLimits();
	const active = useActiveUpload(useCreator().id);
	const published = usePublished(active);
	const [draft, act] = useReducer(draftAfter, EMPTY_DRAFT);
	const { details, change, reset: resetDetails } = useDetails();
	const [query] = useSearchParams();
	const addTo = query.get("to");
	const { data: uploads } = useOpenUploads(polled(60));
	const { resume, pendingId, choosing, provideFiles, stopChoosing } = useResume(
		uploads,
		active !== null,
	);
	const unfinished = uploads?.filter(({ id }) => id !== active?.id) ?? [];
	const isDrafting = !active && !choosing;
	const isPaused = usePaused("uploads");
	const view = published ? "published" : active ? "sending" : choosing ? "choosing" : "draft";
	const body = useViewHead(view);

	function reset() {
		clearUpload();
		act({ type: "clear" });
		resetDetails();
	}
	function beginWithout(sources: ReadonlySet<Blob>) {
		clearUpload();
		const failed = draft.files.filter(({ file }) => sources.has(file)).map(({ key }) => key);
		act({ type: "remove", keys: new Set(failed) });
	}

	return (
		<div className="gutters max-w-content py-6 sm:py-8">
			<header className="mb-6 flex flex-col gap-4">
				<Link to={paths.dashboard} className={`${buttonClass("quiet", "sm")} -ms-3 self-start`}>
					<Icon of={ArrowLeft} size={18} />
					{t("upload.back")}
				</Link>
				<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
					<h1 className="text-28 sm:text-40">{t("upload.title")}</h1>
					{limits && <PlanBadge limits={limits} />}
				</div>
			</header>
			<div ref={body} className="flex flex-col gap-6">
				{isDrafting && limits && <FreePlanBanner limits={limits} />}
				{isDrafting && (
					<UnfinishedUploads uploads={unfinished} pendingId={pendingId} onResume={resume} />
				)}
				{published ? (
					<SuccessView share={published} onAgain={reset} />
				) : active ? (
					<SendingView
						upload={active}
						onDiscarded={clearUpload}
						onWithout={draft.files.length > 0 ? beginWithout : null}
					/>
				) : choosing ? (
					<ReselectFiles choosing={choosing} onFound={provideFiles} onCancel={stopChoosing} />
				) : isPaused && draft.files.length === 0 ? (
					<PausedNotice />
				) : addTo ? (
					<AddFilesView slug={addTo} draft={draft} act={act} limits={limits} />
				) : (
					<DraftView draft={draft} act={act} details={details} onChange={change} limits={limits} />
				)}
			</div>
		</div>
	);
}

/**
 * Starts each view at its top, visually and for screen readers: the button that led here no longer
 * exists.
 */
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
