import { useEffect, useRef, useState } from "react";
import type { OpenUpload, ResumableUpload } from "../../../worker/contract/uploads.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useCreator } from "../../lib/session.tsx";
import { toast } from "../../ui/toast.ts";
import { continueUpload } from "./active-upload.ts";
import { openUpload, useRefreshAfterUpload } from "./api.ts";
import type { WantedFile } from "./engine/match-files.ts";
import { UploadHeld } from "./hold-upload.ts";
import { filesFromHandles, rememberedPreview, wantedFiles } from "./resume-sources.ts";
import { useTexts } from "./texts.ts";

/** An unfinished upload whose files have to be chosen again. */
export type Choosing = {
	upload: ResumableUpload;
	wanted: readonly WantedFile[];
	/** those that are at hand already, by id */
	found: ReadonlyMap<string, File>;
};

/**
 * Goes on with unfinished uploads: by itself where the browser still may read the files, after a
 * click where it may ask, and else by having them chosen again.
 */
export function useResume(uploads: readonly OpenUpload[] | undefined, isBusy: boolean) {
	const t = useTexts();
	const { id: creatorId } = useCreator();
	const refresh = useRefreshAfterUpload();
	const [pendingId, setPendingId] = useState<string | null>(null);
	const [choosing, setChoosing] = useState<Choosing | null>(null);
	const hasTried = useRef(false);

	async function resume({ id }: OpenUpload): Promise<void> {
		setPendingId(id);
		try {
			const upload = await openUpload(id);
			const wanted = wantedFiles(upload);
			const found = await filesFromHandles(id, wanted, true);
			if (found.size < wanted.length) setChoosing({ upload, wanted, found });
			else await continueUpload(creatorId, upload, found, await rememberedPreview(id));
		} catch (error) {
			failed(error);
		} finally {
			setPendingId(null);
		}
	}

	/** Goes on once every file is there; before that it waits for the rest. */
	async function give(more: ReadonlyMap<string, File>): Promise<void> {
		if (!choosing) return;
		const found = new Map([...choosing.found, ...more]);
		setChoosing({ ...choosing, found });
		if (found.size < choosing.wanted.length) return;
		try {
			const { upload } = choosing;
			await continueUpload(creatorId, upload, found, await rememberedPreview(upload.id));
			setChoosing(null);
		} catch (error) {
			failed(error);
		}
	}

	function failed(error: unknown) {
		const text =
			error instanceof UploadHeld ? t("upload.held") : failureText(error, t("upload.failedText"));
		toast({ tone: "destructive", title: t("upload.resumeFailed"), text });
		refresh();
	}

	// Once, when the page has loaded: the latest upload goes on if the browser needs no leave for it.
	useEffect(() => {
		if (hasTried.current || !uploads || isBusy) return;
		hasTried.current = true;
		const [latest] = uploads;
		if (latest) void resumeQuietly(creatorId, latest.id);
	}, [uploads, isBusy, creatorId]);

	return { resume, pendingId, choosing, give, stopChoosing: () => setChoosing(null) };
}

async function resumeQuietly(creatorId: string, id: string): Promise<void> {
	try {
		const upload = await openUpload(id);
		const wanted = wantedFiles(upload);
		const found = await filesFromHandles(id, wanted, false);
		if (wanted.length > 0 && found.size === wanted.length)
			await continueUpload(creatorId, upload, found, await rememberedPreview(id));
	} catch (error) {
		// Nobody asked for it: the upload stays in the list, where a click says what is wrong.
		console.info("The upload waits to be resumed.", error);
	}
}
