import { shareViewStatusOf } from "../../../worker/contract/catalogue/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import type { FileIcon } from "../../../worker/contract/files/file-type.ts";

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

export type Goods = Record<
	"pictures" | "films" | "tracks" | "pages" | "archives" | "others",
	ShareFile[]
>;

function partOf(file: ShareFile, paid: boolean): keyof Goods {
	const { preview } = file;
	if (file.icon === "audio") return "tracks";
	if (file.icon === "video") return preview || paid ? "films" : "others";
	if (!preview) return file.display ? "pictures" : "others";
	if (preview.kind === "listing") return "archives";
	if (preview.kind === "page") return preview.src ? "pages" : "others";
	return preview.src || preview.placeholder ? "pictures" : "others";
}

export function goodsOf(files: readonly ShareFile[], paid: boolean): Goods {
	const goods: Goods = {
		pictures: [],
		films: [],
		tracks: [],
		pages: [],
		archives: [],
		others: [],
	};
	for (const file of files) goods[partOf(file, paid)].push(file);
	return goods;
}

export function viewableOf({ pictures, films, pages }: Goods, paid: boolean): ShareFile[] {
	return [...pictures, ...films.filter((film) => isPlayable(film, paid)), ...pages];
}

/** Width by height; a photograph's if unknown. */
export function ratioOf({ preview, display }: ShareFile): number {
	const { width, height } = preview ?? display ?? {};
	return width && height ? width / height : 4 / 3;
}
