import { shareViewStatusOf } from "../../../worker/catalogue/shares/contract/share-view.ts";
import type { ShareFile, ShareResponse } from "../../../worker/catalogue/shares/contract/shares.ts";
import { latePart } from "../../lib/server/late-part.ts";
import { LateBoughtPicture } from "./late-bought-picture.ts";
import { LateTypeField } from "./late-type-field.ts";
import { isPicked } from "./picking.tsx";
import { type FilesByKind, groupByKind, mayDownload } from "./view.ts";

export const LateBought = latePart(() => import("./singles/bought.tsx"), "Bought");
export const LateBundle = latePart(() => import("./bundle/bundle-page.tsx"), "BundlePage");
const exhibits = () => import("./exhibits.tsx");
export const LateExhibits = latePart(exhibits, "Exhibits");
export const LateComparisons = latePart(exhibits, "Comparisons");
export const LateFileList = latePart(() => import("./file-list.tsx"), "FileList");
const picked = () => import("./singles/picked-share.tsx");
export const LatePicked = latePart(picked, "PickedShare");
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

/** Approximates `pairsIn`, whose code is loaded later. */
const isBefore = ({ folderPath, originalName }: ShareFile) =>
	/before|vorher|antes/i.test(`${folderPath}/${originalName}`);

export const hasPairs = (pictures: readonly ShareFile[]) => pictures.some(isBefore);

/** True if there is more to show than pictures and bought files. */
export function hasExhibits(goods: FilesByKind, paid: boolean): boolean {
	const { films, tracks, pages, archives, others } = goods;
	const more = paid ? [] : [archives, others];
	return [films, tracks, pages, more.flat()].some(({ length }) => length > 0);
}

/** Loads the code for a page's first view. `page` is undefined after an error. */
export function loadLateParts(page: ShareResponse | undefined, search: string): Promise<unknown> {
	if (!page) return LateUnavailable.load();
	const paid = mayDownload(page);
	// Owners can view the page as a buyer.
	const isBought = paid && !page.fileShare.isOwner;
	const isForSale = shareViewStatusOf(page) === "for-sale";
	const hasNotice = page.lostPurchase !== null || /[?&](?:as|payment_intent)=/.test(search);
	const hasBought = page.files.some(({ bought }) => bought);
	const byKind = groupByKind(page.files, paid);
	return Promise.all([
		isPicked(page) && LatePicked.load(),
		isPicked(page) && picked().then((part) => part.loadChoosing(page)),
		hasBought && LateBought.load(),
		...(isForSale && !hasBought
			? []
			: [LateOffer, LateBar, LatePictureDownload, LateBoughtPicture].map((part) => part.load())),
		...(isForSale && !hasNotice
			? []
			: [LateNotices, LateAsBuyer, LateShownToBuyers, LateUnavailable].map((part) => part.load())),
		...(page.bundle
			? [LateBundle.load()]
			: [
					hasExhibits(byKind, isBought) && LateExhibits.load(),
					byKind.pages.some(({ preview }) => preview?.glyphs) && LateTypeField.load(),
					hasPairs(byKind.pictures) && LateComparisons.load(),
					(paid || hasBought) && LateFileList.load(),
					page.more && LateMoreShares.load(),
				]),
	]);
}
