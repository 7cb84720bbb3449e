import { useEffect, useRef, useState } from "react";
import type { OpenUpload, ResumableUpload } from "../../../worker/files/uploads/contract.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { fetchUpload, refreshAfterUpload } from "../../lib/server/queries/uploads.ts";
import { toast } from "../../ui/toast.ts";
import type { ExpectedFile } from "../../upload-engine/matching/match-files.ts";
import { continueUpload } from "./active-upload.ts";
import type { Owner } from "./owner.ts";
import { expectedFiles, filesFromHandles } from "./resume-sources.ts";
import { useTexts } from "./texts.ts";
import { UploadLocked } from "./upload-lock.ts";
import { useOwner } from "./use-owner.ts";

export type Choosing = {
	upload: ResumableUpload;
	wanted: readonly ExpectedFile[];
	/** by id */
	found: ReadonlyMap<string, File>;
};

/**
 * Resumes automatically if the files may be read, otherwise once they are allowed or chosen again.
 */
export function useResume(uploads: readonly OpenUpload[] | undefined, isBusy: boolean) {
	const t = useTexts();
	const owner = useOwner();
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
			const expected = expectedFiles(upload);
			const found = await filesFromHandles(id, expected, false);
			if (found.size === expected.length) {
				await continueUpload(owner, upload, found);
				return;
			}
			choose({ upload, wanted: expected, found });
			// The prompt may stay unanswered; the files can be chosen in the meantime.
			filesFromHandles(id, expected, true).then((more) => {
				if (latest.current?.upload === upload) void provideFiles(more);
			}, failed);
		} catch (error) {
			failed(error);
		} finally {
			setPendingId(null);
		}
	}

	/** Resumes once all files are available. */
	async function provideFiles(more: ReadonlyMap<string, File>): Promise<void> {
		if (!latest.current) return;
		const { upload, wanted } = latest.current;
		const found = new Map([...latest.current.found, ...more]);
		choose({ upload, wanted, found });
		if (found.size < wanted.length) return;
		try {
			await continueUpload(owner, upload, found);
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

	// Once: resumes the latest upload if that needs no permission.
	useEffect(() => {
		if (hasTried.current || !uploads || isBusy) return;
		hasTried.current = true;
		const [latest] = uploads;
		if (latest) void resumeQuietly(owner, latest.id);
	}, [uploads, isBusy, owner]);

	return { resume, pendingId, choosing, provideFiles, stopChoosing: () => choose(null) };
}

async function resumeQuietly(owner: Owner, id: string): Promise<void> {
	try {
		const upload = await fetchUpload(id);
		const expected = expectedFiles(upload);
		const found = await filesFromHandles(id, expected, false);
		if (expected.length > 0 && found.size === expected.length)
			await continueUpload(owner, upload, found);
	} catch (error) {
		// Silent, since nobody asked: a click on the listed upload shows the problem.
		console.info("The upload waits to be resumed.", error);
	}
}
