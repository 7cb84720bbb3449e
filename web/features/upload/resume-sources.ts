import type { ResumableUpload } from "../../../worker/files/uploads/contract.ts";
import { checksumWorker } from "../../upload-engine/matching/checksum-worker.ts";
import { type ExpectedFile, isSame, matchFiles } from "../../upload-engine/matching/match-files.ts";
import { hasSameContent } from "../../upload-engine/matching/same-content.ts";
import { originOf } from "./choose/gather-files.ts";
import { type PreviewSettings, savedParts, savedUpload } from "./session-store.ts";

const DEFAULT_PREVIEW: PreviewSettings = { images: "blur", clip: "30" };

/** `unsentCover`: null once it is sent. */
export type Presentation = { preview: PreviewSettings; unsentCover: Blob | null };

/** Files with parts left to send. */
export function expectedFiles(upload: ResumableUpload): ExpectedFile[] {
	return upload.files.filter(({ parts, received }) => received.length < parts);
}

export async function rememberedPresentation(uploadId: string): Promise<Presentation> {
	const saved = await savedUpload(uploadId);
	return { preview: saved?.preview ?? DEFAULT_PREVIEW, unsentCover: saved?.cover ?? null };
}

/**
 * Returns the files that their handles can read, by id; omits moved or changed ones. With `mayAsk`,
 * which needs a click, asks for permission until the first refusal.
 */
export async function filesFromHandles(
	uploadId: string,
	wanted: readonly ExpectedFile[],
	mayAsk: boolean,
): Promise<Map<string, File>> {
	const saved = await savedUpload(uploadId);
	const found = new Map<string, File>();
	if (!saved) return found;
	const isOpen = permissionChecks(mayAsk);
	for (const root of saved.roots) await isOpen(root);
	for (const want of wanted) {
		const handle = saved.handles[want.id];
		if (!handle || !(await isOpen(handle))) continue;
		const file = await handle.getFile().catch(() => null);
		if (file && isSame(want, file)) found.set(want.id, file);
	}
	return found;
}

/** `mayAsk` asks for permission until the first refusal. */
export function permissionChecks(mayAsk: boolean): (handle: FileSystemHandle) => Promise<boolean> {
	let asks = mayAsk;
	const refused = new Set<FileSystemHandle>();
	return async (handle) => {
		if (typeof handle.queryPermission !== "function") return true;
		if (refused.has(handle)) return false;
		const states = { mode: "read" } as const;
		try {
			if ((await handle.queryPermission(states)) === "granted") return true;
			if (asks && (await handle.requestPermission(states)) === "granted") return true;
		} catch {
			// The same as a refusal.
		}
		asks = false;
		refused.add(handle);
		return false;
	};
}

export type Recognised = {
	/** by file id */
	found: Map<string, File>;
	missing: ExpectedFile[];
	/** same name, different content */
	changed: ExpectedFile[];
};

export async function recogniseFiles(
	upload: Pick<ResumableUpload, "id" | "partSize">,
	wanted: readonly ExpectedFile[],
	chosen: readonly File[],
): Promise<Recognised> {
	const offered = chosen.map((file) => ({ path: originOf(file).path, file }));
	const { found, missing, changed } = matchFiles(wanted, offered);
	const { checksum, close } = checksumWorker();
	try {
		for (const want of wanted) {
			const file = found.get(want.id);
			if (!file) continue;
			const remembered = await savedParts(upload.id, want.id);
			if (await hasSameContent(file, upload.partSize, remembered, checksum)) continue;
			found.delete(want.id);
			changed.push(want);
		}
	} finally {
		close();
	}
	return { found, missing, changed };
}
