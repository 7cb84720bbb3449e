import { useSyncExternalStore } from "react";
import type { PreviewPolicy } from "../../../worker/contract/shares.ts";
import type { BegunUpload, ResumableUpload } from "../../../worker/contract/uploads.ts";
import { holdPage } from "../../lib/chunk-recovery.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { type BeginInput, beginUpload } from "../../lib/queries/uploads.ts";
import { originOf } from "./choose/gather-files.ts";
import { systemClock } from "./engine/clock.ts";
import { checksumWorker } from "./engine/matching/checksum.ts";
import { deleteUpload, savePart, saveUpload } from "./engine/session-store.ts";
import { httpTransport } from "./engine/transport/http-transport.ts";
import { browserNetwork } from "./engine/transport/network.ts";
import { Uploader } from "./engine/uploader.ts";
import type { UploadItem } from "./engine/uploader-types.ts";
import type { ChosenFile } from "./organise/draft.ts";
import type { Shown } from "./renditions/make-previews.ts";
import { acquireUploadLock } from "./upload-lock.ts";

export type ActiveFile = UploadItem & { folderPath: string };

/**
 * The upload in progress in this tab. It outlives the screen, so that the creator can navigate meanwhile.
 */
export type ActiveUpload = {
	id: string;
	/** who began it; another account signed in on this tab does not see it */
	creatorId: string;
	slug: string;
	title: string;
	/** decimal string */
	price: string;
	/** bytes */
	partSize: number;
	files: readonly ActiveFile[];
	uploader: Uploader;
};

/** Who sends an upload, and the name that marks the pictures. */
export type Owner = { id: string; mark: string };

let active: ActiveUpload | null = null;
const listeners = new Set<() => void>();

function show(next: ActiveUpload | null): void {
	active = next;
	for (const listener of listeners) listener();
}

/** Returns this creator's upload in progress in this tab, or null. */
export function useActiveUpload(creatorId: string): ActiveUpload | null {
	const upload = useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => active,
	);
	return upload?.creatorId === creatorId ? upload : null;
}

/** Begins an upload of these files and sends them. Throws ApiFailure when the server refuses. */
export async function startUpload(
	owner: Owner,
	details: Omit<BeginInput, "files">,
	chosen: readonly ChosenFile[],
): Promise<void> {
	const begun = await beginUpload({
		...details,
		files: chosen.map(({ file, folder }) => ({
			name: file.name,
			size: file.size,
			type: file.type,
			folderPath: folder,
			lastModified: Math.max(0, Math.trunc(file.lastModified)),
		})),
	});
	remember(begun, chosen, details.preview);
	const { id: creatorId, mark } = owner;
	const files = begun.files.map((file, i) => ({
		...file,
		received: [],
		source: chosen[i]?.file ?? null,
	}));
	await run(
		{ ...details, ...begun, slug: begun.shareId, files, creatorId },
		{
			...details.preview,
			mark,
		},
	);
}

/** Resumes an unfinished upload. Throws UploadLocked when another tab is sending it. */
export async function continueUpload(
	owner: Owner,
	upload: ResumableUpload,
	/** by file id; only files with missing parts need theirs */
	sources: ReadonlyMap<string, File>,
	preview: PreviewPolicy,
): Promise<void> {
	const files = upload.files.map((file) => ({ ...file, source: sources.get(file.id) ?? null }));
	const { id: creatorId, mark } = owner;
	await run({ ...upload, slug: upload.shareId, files, creatorId }, { ...preview, mark });
}

/** Removes the upload from the screen: it is published, or was abandoned. */
export function clearUpload(): void {
	active?.uploader.discard();
	show(null);
}

async function run(upload: Omit<ActiveUpload, "uploader">, shown: Shown): Promise<void> {
	const { id, files, partSize } = upload;
	const release = await acquireUploadLock(id);
	const letPageGo = holdPage();
	// An upload of another account on this tab stops sending.
	active?.uploader.pause();
	const { checksum, close } = checksumWorker();
	const uploader = new Uploader({
		uploadId: id,
		partSize,
		items: files,
		transport: httpTransport,
		checksum,
		clock: systemClock,
		network: browserNetwork,
		onPart: (item, part, crc32) => {
			// The CRC of a file of one part is not needed once the part is stored.
			if (item.parts > 1) void savePart(id, item.id, part, crc32);
		},
		beforePublish: (signal) => previews.then((made) => made.finished(signal)),
	});
	const previews = import("./renditions/make-previews.ts").then(({ makePreviews }) =>
		makePreviews(id, files, shown),
	);
	const stop = uploader.subscribe(() => {
		const { status } = uploader.snapshot;
		if (status !== "published" && status !== "discarded") return;
		stop();
		close();
		release();
		letPageGo();
		void previews.then((made) => made.stop());
		void deleteUpload(id);
		if (status === "published") void updateLinkCard(upload.slug);
	});
	show({ ...upload, uploader });
	uploader.resume();
}

function remember(begun: BegunUpload, chosen: readonly ChosenFile[], preview: PreviewPolicy) {
	const handles: Record<string, FileSystemFileHandle> = {};
	const roots = new Set<FileSystemDirectoryHandle>();
	begun.files.forEach(({ id }, i) => {
		const file = chosen[i]?.file;
		const origin = file && originOf(file);
		if (origin?.handle) handles[id] = origin.handle;
		if (origin?.root) roots.add(origin.root);
	});
	void saveUpload({ id: begun.id, savedAt: Date.now(), preview, handles, roots: [...roots] });
}

// Closing the tab by mistake loses time, though no stored bytes.
addEventListener("beforeunload", (event) => {
	const status = active?.uploader.snapshot.status;
	if (status === "sending" || status === "finishing") event.preventDefault();
});
