import type { ShareFile, ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import { latePart } from "../../lib/server/late-part.ts";
import { type Goods, goodsOf, mayDownload } from "./view.ts";

/** Parts that few pages show, split off so that the others don't wait for their code. */
export const LateBundle = latePart(
	async () => (await import("./bundle/bundle-page.tsx")).BundlePage,
);
export const LateExhibits = latePart(async () => (await import("./exhibits.tsx")).Exhibits);
export const LateFileList = latePart(async () => (await import("./file-list.tsx")).FileList);
export const LateMoreShares = latePart(async () => (await import("./more-shares.tsx")).MoreShares);

/** Named like what `pairsIn` compares, whose code comes later. */
const isBefore = ({ originalName }: ShareFile) => /before|vorher|antes/i.test(originalName);

/** Whether there is more to show than pictures and what was bought. */
export function hasExhibits(goods: Goods, paid: boolean): boolean {
	const { pictures, films, tracks, pages, archives, others } = goods;
	const more = paid ? [] : [archives, others];
	return [films, tracks, pages, more.flat(), pictures.filter(isBefore)].some(
		({ length }) => length > 0,
	);
}

export function loadLateParts(page: ShareResponse): Promise<unknown> {
	if (page.bundle) return LateBundle.load();
	const paid = mayDownload(page);
	// Owners can view the page as a buyer.
	const isBought = paid && !page.fileShare.isOwner;
	return Promise.all([
		hasExhibits(goodsOf(page.files, paid), isBought) && LateExhibits.load(),
		paid && LateFileList.load(),
		page.more && LateMoreShares.load(),
	]);
}
