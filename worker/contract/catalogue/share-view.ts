/** What the share page shows to whom, and how the Worker renders it. */
import type { ErrorBody } from "../errors.ts";
import type { Locale } from "../locales.ts";
import type { ShareFile, ShareResponse } from "./shares.ts";

/** Why a page is not shown. */
export type Refusal = Pick<ErrorBody, "code" | "message"> & { status: number };

/** What is told of a share that is closed to the viewer, in the `details` of the error. */
export type ClosedShare = {
	/** of one that isn't open yet and has no password */
	title?: string;
	creator?: string;
	/** an address can be left that is told when it is on sale; absent otherwise */
	tells?: boolean;
	/** when it opens, or when it has ended */
	at?: string;
};

/** What a share page is rendered from, inlined for the browser: the share, or why it is not shown. */
export type InlinedShare =
	| { page: ShareResponse; refusal?: undefined }
	| { page?: undefined; refusal: Refusal };

/** The parameters of its address that decide what the page shows; all others change nothing. */
export const VIEW_PARAMETERS = ["as", "code", "payment_intent"] as const;

/** Renders the share page at an address. */
export type RenderShare = (input: { address: string; inlined: InlinedShare; locale: Locale }) => {
	html: string;
	title: string;
};

/** What a visitor can do with a share, first match first. */
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

/** What a viewer would pay, or pay at least, as a decimal string. */
export function priceNow({ fileShare, discount, checkout, bundle }: ShareResponse): string {
	return discount?.price ?? checkout?.price ?? bundle?.ownPrice ?? fileShare.price;
}

/** Whether the files can be had without paying. */
export function isFree(page: ShareResponse): boolean {
	return Number(priceNow(page)) === 0;
}

/** A viewer's access to a share. */
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

/** What everyone else would see of the creator's own share, for "View as buyer". */
export function asBuyer(page: ShareResponse): ShareResponse {
	const { fileShare, files } = page;
	if (!fileShare.isOwner) return page;
	return {
		...page,
		fileShare: { ...fileShare, isOwner: false, isPaid: false },
		files: fileShare.images === "blur" ? files.map(blurred) : files,
	};
}

/** A file as buyers see it where pictures are blurred; creators see those sharp that browsers can't show. */
function blurred(file: ShareFile): ShareFile {
	const { preview } = file;
	if (preview?.kind !== "watermarked") return file;
	return { ...file, preview: { ...preview, kind: "image", src: preview.placeholder } };
}
