import type { ErrorBody } from "../../../contract/errors.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { ShareFile, ShareResponse } from "./shares.ts";

/** Why a page isn't shown. */
export type Refusal = Pick<ErrorBody, "code" | "message"> & { status: number };

/** The error's `details` about a share that is closed to the viewer. */
export type ClosedShare = {
	/** of a share that isn't open yet and has no password */
	title?: string;
	/** null for a creator without a name */
	creator?: string | null;
	/** visitors can leave an address to be notified; absent otherwise */
	tells?: boolean;
	/** when it opens, or when it ended */
	at?: string;
};

/** The data of a share page, inlined for the browser. */
export type InlinedShare =
	| { page: ShareResponse; refusal?: undefined }
	| { page?: undefined; refusal: Refusal };

/** The parameters of its address that change what the page shows. */
export const VIEW_PARAMETERS = ["as", "code", "payment_intent"] as const;

export type RenderShare = (input: { address: string; inlined: InlinedShare; locale: Locale }) => {
	html: string;
	title: string;
};

/** A visitor's options with a share, first match first. */
export type ShareViewStatus =
	| "uploading"
	| "paid"
	| "owner"
	| "sold-out"
	| "stopped"
	| "no-route"
	/** it would be for sale, but the operator has paused every way of paying */
	| "paused"
	| "for-sale";

/** Returns a viewer's price, or the minimum, as a decimal string. */
export function priceNow({ fileShare, discount, checkout, bundle, basket }: ShareResponse): string {
	return discount?.price ?? checkout?.price ?? bundle?.ownPrice ?? basket?.whole ?? fileShare.price;
}

export function isFree(page: ShareResponse): boolean {
	return Number(priceNow(page)) === 0;
}

export function shareViewStatusOf(page: ShareResponse): ShareViewStatus {
	const { fileShare, creator } = page;
	if (fileShare.status === "uploading") return "uploading";
	if (fileShare.isOwner) return "owner";
	if (fileShare.isPaid) return "paid";
	if (fileShare.soldOut) return "sold-out";
	if (!fileShare.selling) return "stopped";
	if (creator.acceptsCard || creator.acceptsDirect || isFree(page)) return "for-sale";
	return creator.paused ? "paused" : "no-route";
}

/** True if everyone may download the files, as for clients who have paid elsewhere. */
export const isOpenToAll = ({
	pricing,
	asksAddress,
}: Pick<ShareResponse["fileShare"], "pricing" | "asksAddress">): boolean =>
	pricing === "free" && !asksAddress;

/** Returns the page as others see the creator's own share, for "View as buyer". */
export function asBuyer(page: ShareResponse): ShareResponse {
	const { fileShare, files } = page;
	if (!fileShare.isOwner) return page;
	return {
		...page,
		fileShare: {
			...fileShare,
			isOwner: false,
			isPaid: fileShare.isPaid && isOpenToAll(fileShare),
		},
		files: fileShare.images === "blur" ? files.map(blurred) : files,
	};
}

/** Creators see pictures sharp that browsers can't show; buyers see them blurred. */
function blurred(file: ShareFile): ShareFile {
	const { preview } = file;
	if (preview?.kind !== "watermarked" || preview.isSample) return file;
	return { ...file, preview: { ...preview, kind: "image", src: preview.placeholder } };
}
