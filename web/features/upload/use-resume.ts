import { useEffect, useRef, useState } from "react";
import type { OpenUpload, ResumableUpload } from "../../../worker/contract/files/uploads.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { fetchUpload, refreshAfterUpload } from "../../lib/server/queries/uploads.ts";
import { toast } from "../../ui/toast.ts";
import type { ExpectedFile } from "../../upload-engine/matching/match-files.ts";
import { continueUpload, type Owner } from "./active-upload.ts";
import { expectedFiles, filesFromHandles, rememberedPresentation } from "./resume-sources.ts";
import { useTexts } from "./texts.ts";
import { UploadLocked } from "./upload-lock.ts";
import { useOwner } from "./use-owner.ts";

export type Choosing = {
	upload: ResumableUpload;
	wanted: readonly ExpectedFile[];
	/** those available already, by id */
	found: ReadonlyMap<string, File>;
};

/**
 * Resumes unfinished uploads: automatically if the browser still may read the files, otherwise after a
 * click, once it grants permission or the files are chosen again, whichever comes first.
 */
export function useResume(uploads: readonly OpenUpload[] | undefined, isBusy: boolean) {
	const t = useTexts();
	const { id: ownerId, mark } = useOwner();
	const [pendingId, setPendingId] = useState<string | null>(null);
	const [choosing, setChoosing] = useState<Choosing | null>(null);
	const latest = useRef(choosing);
	const hasTried = useRef(false);

	function choose(next: Choosing | null) {
		latest.current = next;
		setChoosing(next);
	}

	async function resume({ id }: OpenUpload): Promise<void> {
		setPendingId(id);
		try {
			const upload = await fetchUpload(id);
			const wanted = expectedFiles(upload);
			const found = await filesFromHandles(id, wanted, false);
			if (found.size === wanted.length) {
				await continueUpload(
					{ id: ownerId, mark },
					upload,
					found,
					await rememberedPresentation(id),
				);
				return;
			}
			choose({ upload, wanted, found });
			// The browser's prompt may stay unanswered, so the files can be chosen in the meantime.
			filesFromHandles(id, wanted, true).then((more) => {
				if (latest.current?.upload === upload) void provideFiles(more);
			}, failed);
		} catch (error) {
			failed(error);
		} finally {
			setPendingId(null);
		}
	}

	/** Resumes once every file is available; until then it waits for the rest. */
	async function provideFiles(more: ReadonlyMap<string, File>): Promise<void> {
		if (!latest.current) return;
		const { upload, wanted } = latest.current;
		const found = new Map([...latest.current.found, ...more]);
		choose({ upload, wanted, found });
		if (found.size < wanted.length) return;
		try {
			await continueUpload(
				{ id: ownerId, mark },
				upload,
				found,
				await rememberedPresentation(upload.id),
			);
			choose(null);
		} catch (error) {
			failed(error);
		}
	}

	function failed(error: unknown) {
		const text =
			error instanceof UploadLocked ? t("upload.held") : failureText(error, t("upload.failedText"));
		toast({ tone: "destructive", title: t("upload.resumeFailed"), text });
		refreshAfterUpload();
	}

	// Once, when the page has loaded: resumes the latest upload if the browser needs no permission for it.
	useEffect(() => {
		if (hasTried.current || !uploads || isBusy) return;
		hasTried.current = true;
		const [latest] = uploads;
		if (latest) void resumeQuietly({ id: ownerId, mark }, latest.id);
	}, [uploads, isBusy, ownerId, mark]);

	return { resume, pendingId, choosing, provideFiles, stopChoosing: () => choose(null) };
}

async function resumeQuietly(owner: Owner, id: string): Promise<void> {
	try {
		const upload = await fetchUpload(id);
		const wanted = expectedFiles(upload);
		const found = await filesFromHandles(id, wanted, false);
		if (wanted.length > 0 && found.size === wanted.length)
			await continueUpload(owner, upload, found, await rememberedPresentation(id));
	} catch (error) {
		// The creator did not request it: the upload stays in the list, where a click shows what is wrong.
		console.info("The upload waits to be resumed.", error);
	}
}
