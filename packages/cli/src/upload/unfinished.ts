import { matchFiles } from "../../../../web/upload-engine/matching/match-files.ts";
import { hasSameContent } from "../../../../web/upload-engine/matching/same-content.ts";
import type { OpenUpload, ResumableUpload } from "../../../../worker/files/uploads/contract.ts";
import type { Api } from "../api/api.ts";
import { serverId } from "../api/server-id.ts";
import { checksum, FileSlice } from "./file-slice.ts";
import type { LocalFile } from "./gather.ts";

export type Recognised = {
	found: Map<string, LocalFile>;
	/** names of missing files */
	missing: string[];
	/** names of files whose bytes differ from those sent */
	changed: string[];
};

/** Includes all files and the CRC-32s of stored parts. */
export async function fetchUpload(api: Api, id: string): Promise<ResumableUpload> {
	const page = (from: number) =>
		api.json<ResumableUpload>("GET", `/api/uploads/${id}`, { query: { from, checksums: true } });
	const first = await page(0);
	const files = [...first.files];
	for (let next = first.next; next !== null; ) {
		const more = await page(next);
		files.push(...more.files);
		next = more.next;
	}
	for (const one of [first.id, first.shareId, ...files.map((file) => file.id)]) serverId(one);
	return { ...first, files, next: null };
}

/**
 * Finds an unfinished upload's local files by name, folder and size, and compares every stored part, or only the
 * first, the middle and the last if the date is the same.
 */
export async function recognise(
	upload: ResumableUpload,
	files: readonly LocalFile[],
	{ partial }: { partial: boolean },
): Promise<Recognised> {
	const incomplete = upload.files.filter(
		({ received, parts }) => !partial || received.length < parts,
	);
	const offered = files.map((file) => ({ path: pathOf(file), file }));
	const { found, missing } = matchFiles(
		incomplete.map((file) => ({ ...file, lastModified: null })),
		offered,
	);
	const recognised: Recognised = { found, missing: missing.map(({ name }) => name), changed: [] };
	for (const want of incomplete) {
		const file = found.get(want.id);
		if (file) {
			if (await isSameContent(upload.partSize, want, file)) continue;
			found.delete(want.id);
		}
		if (!recognised.missing.includes(want.name)) recognised.changed.push(want.name);
	}
	return recognised;
}

async function isSameContent(
	partSize: number,
	{ received, checksums = [], lastModified }: ResumableUpload["files"][number],
	file: LocalFile,
): Promise<boolean> {
	const slice = new FileSlice(file);
	const stored = new Map(received.map((part, at) => [part, checksums[at] ?? ""]));
	if (lastModified === file.lastModified) return hasSameContent(slice, partSize, stored, checksum);
	for (const [part, crc32] of stored)
		if ((await checksum(slice.slice((part - 1) * partSize, part * partSize))) !== crc32)
			return false;
	return true;
}

const pathOf = ({ folder, name }: LocalFile): string => (folder ? `${folder}/${name}` : name);

export type Wanted = {
	title: string | undefined;
	/** undefined for a new share */
	addTo: string | undefined;
	files: readonly LocalFile[];
};

/** Returns the unfinished upload of exactly these files; lists none while it is published. */
export async function findUnfinished(
	api: Api,
	{ title, addTo, files }: Wanted,
): Promise<{ upload: ResumableUpload; recognised: Recognised } | null> {
	const open = await api.json<OpenUpload[]>("GET", "/api/uploads");
	const totalSize = files.reduce((sum, { size }) => sum + size, 0);
	const candidates = open.filter(
		(upload) =>
			upload.fileCount === files.length &&
			upload.totalSize === totalSize &&
			(addTo ? upload.shareId === addTo : upload.title === title),
	);
	for (const { id } of candidates) {
		const upload = await fetchUpload(api, serverId(id));
		const recognised = await recognise(upload, files, { partial: false });
		if (recognised.missing.length === 0) return { upload, recognised };
	}
	return null;
}
