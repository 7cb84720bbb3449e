import { shareViewStatusOf } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import type { FileIcon } from "../../../worker/files/contract/file-type.ts";

export function mayDownload(page: ShareResponse): boolean {
	const viewStatus = shareViewStatusOf(page);
	return viewStatus === "paid" || viewStatus === "owner";
}

export function kindsOf(files: readonly ShareFile[]): [FileIcon, number][] {
	const counts = new Map<FileIcon, number>();
	for (const { icon } of files) counts.set(icon, (counts.get(icon) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1]);
}

export function isPlayable(file: ShareFile, paid: boolean): boolean {
	if (file.icon !== "audio" && file.icon !== "video") return false;
	return file.preview?.kind === "clip" || (paid && file.mimeType !== "audio/midi");
}

/** Bought with the whole share, or alone. */
export const isOpen = ({ bought }: ShareFile, paid: boolean): boolean =>
	paid || bought !== undefined;

export type FilesByKind = Record<
	"pictures" | "films" | "tracks" | "pages" | "archives" | "others",
	ShareFile[]
>;

function partOf(file: ShareFile, paid: boolean): keyof FilesByKind {
	const { preview } = file;
	if (file.icon === "audio") return "tracks";
	if (file.icon === "video") return preview || paid ? "films" : "others";
	if (!preview) return file.display ? "pictures" : "others";
	if (preview.kind === "listing") return "archives";
	if (preview.kind === "page") return preview.src ? "pages" : "others";
	return preview.src || preview.placeholder ? "pictures" : "others";
}

const COVER_NAME = /^(?:cover|folder|front)\.\w+$/i;

/** The picture shown as the cover of the tracks: by its name, or the only other file. Null if there is none. */
export function albumCoverOf(files: readonly ShareFile[]): ShareFile | null {
	if (!files.some(({ icon }) => icon === "audio")) return null;
	const pictures = files.filter(
		(file) => file.icon === "image" && partOf(file, false) === "pictures",
	);
	const named = pictures.find(({ originalName }) => COVER_NAME.test(originalName));
	const others = files.filter(({ icon }) => icon !== "audio");
	return named ?? (others.length === 1 ? pictures[0] : null) ?? null;
}

/** The album's cover is in none of the parts. */
export function groupByKind(files: readonly ShareFile[], paid: boolean): FilesByKind {
	const albumCover = albumCoverOf(files);
	const byKind: FilesByKind = {
		pictures: [],
		films: [],
		tracks: [],
		pages: [],
		archives: [],
		others: [],
	};
	for (const file of files)
		if (file !== albumCover) byKind[partOf(file, isOpen(file, paid))].push(file);
	return byKind;
}

export function viewableOf({ pictures, films, pages }: FilesByKind, paid: boolean): ShareFile[] {
	return [...pictures, ...films.filter((film) => isPlayable(film, isOpen(film, paid))), ...pages];
}

/** Width by height; a photograph's if unknown. */
export function ratioOf({ preview, display }: ShareFile): number {
	const { width, height } = preview ?? display ?? {};
	return width && height ? width / height : 4 / 3;
}
