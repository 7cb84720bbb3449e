import { shareViewStatusOf } from "../../../worker/contract/catalogue/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import { latePart } from "../../lib/server/late-part.ts";
import { LateBoughtPicture } from "./late-bought-picture.ts";
import { type Goods, goodsOf, mayDownload } from "./view.ts";

export const LateBundle = latePart(() => import("./bundle/bundle-page.tsx"), "BundlePage");
export const LateExhibits = latePart(() => import("./exhibits.tsx"), "Exhibits");
export const LateFileList = latePart(() => import("./file-list.tsx"), "FileList");
export const LateMoreShares = latePart(() => import("./more-shares.tsx"), "MoreShares");

const closedOffer = () => import("./closed-offer.tsx");
export const LateOffer = latePart(closedOffer, "ClosedOffer");
export const LateBar = latePart(closedOffer, "ClosedBar");
export const LatePictureDownload = latePart(closedOffer, "PictureDownload");

const notices = () => import("./notices.tsx");
export const LateNotices = latePart(notices, "Notices");
export const LateAsBuyer = latePart(notices, "AsBuyerNotice");
export const LateShownToBuyers = latePart(notices, "ShownToBuyers");
export const LateUnavailable = latePart(notices, "Unavailable");

/** Roughly what `pairsIn` pairs, whose code is loaded later. */
const isBefore = ({ originalName }: ShareFile) => /before|vorher|antes/i.test(originalName);

/** True if there is more to show than pictures and what was bought. */
export function hasExhibits(goods: Goods, paid: boolean): boolean {
	const { pictures, films, tracks, pages, archives, others } = goods;
	const more = paid ? [] : [archives, others];
	return [films, tracks, pages, more.flat(), pictures.filter(isBefore)].some(
		({ length }) => length > 0,
	);
}

/** Loads what a page shows at first. `page` is undefined if there is an error instead. */
export function loadLateParts(page: ShareResponse | undefined, search: string): Promise<unknown> {
	if (!page) return LateUnavailable.load();
	const paid = mayDownload(page);
	// Owners can view the page as a buyer.
	const isBought = paid && !page.fileShare.isOwner;
	const isForSale = shareViewStatusOf(page) === "for-sale";
	const hasNotice = page.lostPurchase !== null || /[?&](?:as|payment_intent)=/.test(search);
	return Promise.all([
		...(isForSale
			? []
			: [LateOffer, LateBar, LatePictureDownload, LateBoughtPicture].map((part) => part.load())),
		...(isForSale && !hasNotice
			? []
			: [LateNotices, LateAsBuyer, LateShownToBuyers, LateUnavailable].map((part) => part.load())),
		...(page.bundle
			? [LateBundle.load()]
			: [
					hasExhibits(goodsOf(page.files, paid), isBought) && LateExhibits.load(),
					paid && LateFileList.load(),
					page.more && LateMoreShares.load(),
				]),
	]);
}
