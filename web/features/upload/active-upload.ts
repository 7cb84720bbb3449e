import { useSyncExternalStore } from "react";
import type { ShownFileFields } from "../../../worker/catalogue/shares/contract/file-fields.ts";
import type { BegunUpload, ResumableUpload } from "../../../worker/files/uploads/contract.ts";
import { updateLinkCard } from "../../lib/link-card/update-card.ts";
import { holdPage } from "../../lib/page/chunk-recovery.ts";
import type { CoverChoice } from "../../lib/selling/cover-picture.ts";
import { refreshPreviews } from "../../lib/server/queries/missing-previews.ts";
import {
	type BeginInput,
	beginUpload,
	type Replacement,
} from "../../lib/server/queries/uploads.ts";
import { stock } from "../../preview-engine/stock.ts";
import { systemClock } from "../../upload-engine/clock.ts";
import { checksumWorker } from "../../upload-engine/matching/checksum-worker.ts";
import { browserNetwork } from "../../upload-engine/transport/browser-network.ts";
import { httpTransport } from "../../upload-engine/transport/http-transport.ts";
import { Uploader } from "../../upload-engine/uploader.ts";
import type { UploadItem } from "../../upload-engine/uploader-types.ts";
import { originOf } from "./choose/gather-files.ts";
import { toPublished, whileMaking } from "./missing-previews.ts";
import { type ChosenFile, coverIndexOf } from "./organise/draft.ts";
import { markOf, type Owner } from "./owner.ts";
import { type DeliveredFile, PreviewDelivery } from "./preview-delivery.ts";
import { putRendition } from "./put-rendition.ts";
import { type Presentation, rememberedPresentation } from "./resume-sources.ts";
import { sendCover, sendCoverLater } from "./send-cover.ts";
import { deleteUpload, savePart, saveUpload } from "./session-store.ts";
import { acquireUploadLock } from "./upload-lock.ts";

export type ActiveFile = UploadItem &
	ShownFileFields & {
		folderPath: string;
		isSample?: boolean;
		isUnmarked?: boolean;
		isCover?: boolean;
	};

/** Outlives the screen. */
export type ActiveUpload = {
	id: string;
	/** hidden from another account signed in on this tab */
	creatorId: string;
	slug: string;
	title: string;
	/** bytes */
	partSize: number;
	files: readonly ActiveFile[];
	uploader: Uploader;
};

let active: ActiveUpload | null = null;
const listeners = new Set<() => void>();

function show(next: ActiveUpload | null): void {
	active = next;
	for (const listener of listeners) listener();
}

/** Null if another creator's upload is in progress. */
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

/** Throws ApiFailure or CoverRefused if the server refuses, and then leaves no upload behind. */
export async function startUpload(
	owner: Owner,
	{
		replaces,
		webEdge,
		...details
	}: Omit<BeginInput, "files" | "cover" | "samples"> & {
		replaces?: Replacement | undefined;
		webEdge: number | undefined;
	},
	draft: { files: readonly ChosenFile[]; cover: CoverChoice; samples?: readonly number[] | null },
): Promise<void> {
	const { files: chosen, cover, samples } = draft;
	const isSample = chosen.map(({ key }) => samples?.includes(key) ?? false);
	const coverIndex = coverIndexOf(draft);
	const { preview } = details;
	const begun = await beginUpload({
		...details,
		cover: coverIndex ?? undefined,
		samples: isSample.flatMap((isChosen, index) => (isChosen ? [index] : [])),
		files: chosen.map(({ key: _, file, folder, ...fields }) => ({
			name: file.name,
			size: file.size,
			type: file.type,
			folderPath: folder,
			lastModified: Math.max(0, Math.trunc(file.lastModified)),
			...fields,
			replaces,
		})),
	});
	const settings = { ...preview, webEdge };
	const presentation: Presentation = { preview: settings, unsentCover: null };
	if ("picture" in cover) {
		// The tab may be closed before it is sent.
		remember(begun, chosen, { preview: settings, unsentCover: cover.picture });
		if (!(await sendCover(begun, cover.picture))) presentation.unsentCover = cover.picture;
	}
	remember(begun, chosen, presentation);
	const files = begun.files.map((file, i) => ({
		...file,
		received: [],
		source: chosen[i]?.file ?? null,
		isSample: isSample[i] ?? false,
		isUnmarked: Boolean(isSample[i]) && !details.samplesMarked,
		isCover: i === coverIndex,
	}));
	await run(owner, { ...details, ...begun, slug: begun.shareId, files }, presentation);
}

/** Throws UploadLocked if another tab is sending it. */
export async function continueUpload(
	owner: Owner,
	upload: ResumableUpload,
	/** by file id; files without missing parts need none */
	sources: ReadonlyMap<string, File>,
): Promise<void> {
	const files = upload.files.map((file) => ({ ...file, source: sources.get(file.id) ?? null }));
	const presentation = await rememberedPresentation(upload.id);
	await run(owner, { ...upload, slug: upload.shareId, files }, presentation);
}

export function clearUpload(): void {
	active?.uploader.discard();
	show(null);
}

async function run(
	owner: Owner,
	upload: Omit<ActiveUpload, "uploader" | "creatorId">,
	{ preview, unsentCover }: Presentation,
): Promise<void> {
	const { id, slug, title, files, partSize } = upload;
	const mark = markOf(owner, title);
	const release = await acquireUploadLock(id);
	const letPageGo = holdPage();
	active?.uploader.pause();
	const { checksum, close } = checksumWorker();
	const previews = new PreviewDelivery(
		stock,
		files.flatMap(delivered),
		{ ...preview, mark },
		{
			session: { put: (fileId, rendition, signal) => putRendition(id, fileId, rendition, signal) },
			published: toPublished,
		},
	);
	const uploader = new Uploader({
		uploadId: id,
		partSize,
		items: files,
		transport: httpTransport,
		checksum,
		clock: systemClock,
		network: browserNetwork,
		onPart: (item, part, crc32) => {
			// A single part's CRC isn't needed once it is stored.
			if (item.parts > 1) void savePart(id, item.id, part, crc32);
		},
		beforePublish: async (signal) => {
			await Promise.all([
				unsentCover && sendCoverLater(slug, unsentCover, signal),
				previews.beforePublish(signal),
			]);
		},
	});
	// Previews continue after the upload is published.
	const letPreviewsGo = holdPage();
	void whileMaking(() => previews.ended).then(() => {
		letPreviewsGo();
		refreshPreviews();
		if (uploader.snapshot.status === "published") void updateLinkCard(slug);
	});
	let before = uploader.snapshot.status;
	const stop = uploader.subscribe(() => {
		const { status } = uploader.snapshot;
		if (before === "finishing" && status === "sending") previews.reopen();
		before = status;
		if (status !== "published" && status !== "discarded") return;
		stop();
		close();
		release();
		letPageGo();
		void deleteUpload(id);
		if (status === "discarded") previews.stop();
		else {
			previews.published();
			refreshPreviews();
			void updateLinkCard(slug);
		}
	});
	show({ ...upload, creatorId: owner.id, uploader });
	uploader.resume();
}

const delivered = ({ source, ...file }: ActiveFile): DeliveredFile[] =>
	source instanceof File ? [{ ...file, source }] : [];

function remember(
	begun: BegunUpload,
	chosen: readonly ChosenFile[],
	{ preview, unsentCover }: Presentation,
) {
	const handles: Record<string, FileSystemFileHandle> = {};
	const roots = new Set<FileSystemDirectoryHandle>();
	begun.files.forEach(({ id }, i) => {
		const file = chosen[i]?.file;
		const origin = file && originOf(file);
		if (origin?.handle) handles[id] = origin.handle;
		if (origin?.root) roots.add(origin.root);
	});
	void saveUpload({
		id: begun.id,
		savedAt: Date.now(),
		preview,
		handles,
		roots: [...roots],
		cover: unsentCover ?? undefined,
	});
}

// Closing the tab by mistake loses time, though no stored bytes.
addEventListener("beforeunload", (event) => {
	const status = active?.uploader.snapshot.status;
	if (status === "sending" || status === "finishing") event.preventDefault();
});
