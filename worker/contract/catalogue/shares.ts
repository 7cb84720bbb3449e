import * as z from "zod";
import { MAX_FILES_PER_SHARE, MAX_PASSWORD_LENGTH } from "../constants.ts";
import type { ErrorReason } from "../errors.ts";
import { idField } from "../fields.ts";
import type { FileIcon } from "../files/file-type.ts";
import type { Currency, Money } from "../money.ts";
import type { ShownCheckout } from "../payments/checkouts.ts";
import type { OwnedParts } from "./bundles.ts";
import { type Pricing, priceFault } from "./pricing.ts";
import { type ShownFields, shapeFor } from "./share-fields.ts";

export type ShareStatus = "published" | "uploading";
/**
 * The kinds of reduced copies that a buyer may see before paying: `image`, `watermarked` and `sample` of a
 * picture; `clip` and `poster` of a film; `clip`, `waveform`, `art` (the embedded cover) and `tags` of a
 * track; `page`, a picture of a document, font or 3D model, and `page2` to `page5` of a long document; `listing`
 * of an archive. `cover` and `card` belong to the share itself: the picture that its creator uploaded for
 * it, and the one in link previews.
 */
export const RENDITION_KINDS = [
	"image",
	"watermarked",
	"sample",
	"clip",
	"poster",
	"page",
	"page2",
	"page3",
	"page4",
	"page5",
	"art",
	"waveform",
	"tags",
	"listing",
	"cover",
	"card",
] as const;
export type RenditionKind = (typeof RENDITION_KINDS)[number];

/** The pages of a document in their order. */
export const PAGE_KINDS = [
	"page",
	"page2",
	"page3",
	"page4",
	"page5",
] as const satisfies readonly RenditionKind[];

/**
 * What deletion means for the buyers: they can go on downloading for a period (`keep`), or are refunded
 * (`refund`), where the platform can do that.
 */
export const buyersChoiceField = z.enum(["keep", "refund"]).default("keep");
export type BuyersChoice = z.infer<typeof buyersChoiceField>;
export const deleteShareQuery = z.strictObject({
	/**
	 * what becomes of the buyers: `keep`, they can download for some time; `refund`, they get their money
	 * back, where the platform can do that
	 */
	buyers: buyersChoiceField,
});
/** The effect of a deletion on buyers. */
export type DeletionPreview = {
	/** holders of paid purchases, disputed ones included */
	buyers: number;
	/** those of them whom the platform can refund */
	refundable: number;
	/** the total refund: a decimal string */
	refundAmount: string;
	/** of that amount (ISO 4217, lower case) */
	currency: Currency;
	/** what is refunded in other currencies */
	otherRefunds: Money[];
	/** those who paid the creator directly: only the creator can refund them */
	direct: number;
	/** those whose payment is disputed: the bank decides */
	disputed: number;
	/** direct payments that wait for the creator's decision, and would be declined */
	waitingClaims: number;
	/** until when buyers could download if it was deleted now; null for a bundle, whose parts stay */
	keptUntil: string | null;
};

export const shareParam = z.strictObject({ shareId: idField });

const newShareFields = z.strictObject(shapeFor("create"));

/** A share's price must fit its kind of pricing, and a link that is sold has one. */
function checkPricing(
	input: Pick<z.output<typeof newShareFields>, "price" | "pricing" | "suggestedPrice" | "saleMode">,
	check: z.RefinementCtx,
): void {
	const { pricing, price: priceCents = 0, suggestedPrice } = input;
	const fault = priceFault({ pricing, priceCents, suggestedCents: suggestedPrice ?? null });
	if (fault) check.addIssue({ code: "custom", path: [fault.field], message: fault.message });
	if (pricing === "free" && input.saleMode === "link")
		check.addIssue({ code: "custom", path: ["pricing"], message: FREE_BY_LINK });
}

/** Why a share in link mode has a price. */
export const FREE_BY_LINK = "A share sold by link can't be free.";

/** The text fields of `POST /api/file-shares`; the files are sent in the same form. */
export const createShareInput = newShareFields
	.refine(({ price, pricing }) => price !== undefined || pricing === "free", {
		path: ["price"],
		error: "A price is missing: give one such as 9.99, or choose the pricing free",
		abort: true,
		// Also beside what is wrong with other fields, but for a price that is there and wrong.
		when: ({ value, issues }) =>
			Object(value) === value && !issues.some(({ path }) => path?.[0] === "price"),
	})
	.superRefine(checkPricing);

/** What a visitor sends to unlock a share. */
export const unlockInput = z.strictObject({
	/** the password of the share */
	password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
});

/** What an edit changes of a share; what is not given stays as it is. */
export const editShareInput = z.strictObject(shapeFor("edit")).partial();

/** The files that are removed from a share. */
export const removeFilesInput = z.strictObject({
	/** the ids of the files */
	files: z.array(idField).min(1, "Choose at least one file").max(MAX_FILES_PER_SHARE),
});

export const archiveInput = z.strictObject({
	/** the ids of the files */
	files: z.array(idField).min(1, "Choose at least one file").max(MAX_FILES_PER_SHARE),
});

/** What a track says of itself. */
export type TrackTags = {
	/** the title of the track */
	title?: string;
	/** who plays */
	artist?: string;
	/** the album that it is on */
	album?: string;
	/** which disc of the album it is on, from 1 */
	disc?: number;
	/** its place on the album, or on that disc, from 1 */
	number?: number;
};

/** The picture of a page of a document. */
export type ShownPage = {
	/** the picture's URL, which may be cached for ever */
	src: string;
	/** pixels */
	width: number;
	/** pixels */
	height: number;
	/** the number of the page, from 1 */
	number: number;
};

/** What is shown of a file before payment. */
export type FilePreview = {
	/** what the preview is */
	kind: RenditionKind;
	/** of the original as displayed, in pixels; null where unknown */
	width: number | null;
	/** of the original as displayed, in pixels; null where unknown */
	height: number | null;
	/**
	 * the tiny raster: a data URI small enough to inline, its URL beside a sharp picture, or null when it is
	 * fetched from `src` or `/api/files/{id}/preview`
	 */
	placeholder: string | null;
	/** the picture's URL, which may be cached for ever; null when there is none */
	src: string | null;
	/** number of pages of a document; null where unknown */
	pages: number | null;
	/** length of the whole track or film in milliseconds; null where unknown */
	durationMs: number | null;
	/** how much of it can be played before payment in milliseconds; null when nothing can */
	clipMs: number | null;
	/** where in the whole it begins in milliseconds; absent at the beginning */
	clipStartMs?: number;
	/** heights of up to 400 bars of a track, each one base-36 digit; null without one */
	waveform: string | null;
	/** the pages of a document after the first that may be seen, in their order; absent without any */
	morePages?: ShownPage[];
	/** for its creator: the pages that are left out; absent without any */
	hiddenPages?: ShownPage[];
	/** of a track; absent without any */
	tags?: TrackTags;
};

/** A file of a share. */
export type ShareFile = {
	id: string;
	originalName: string;
	mimeType: string;
	/** the kind of the file, so that a page needs no table of types */
	icon: FileIcon;
	/** bytes */
	size: number;
	folderPath: string;
	/** null without one */
	preview: FilePreview | null;
	/** its creator shows no preview of it, whatever the share shows; absent otherwise */
	noPreview?: boolean;
};

/** A share as whoever has its link sees it. */
export type FileShare = ShownFields<"shown"> & {
	/** an id of the share that is not in its link; `coverFileId` may have it */
	id: string;
	shareId: string;
	/** for a viewer: this viewer may download; in the creator's list: at least one sale */
	isPaid: boolean;
	fileCount: number;
	/** bytes */
	totalSize: number;
	createdAt: string;
	/** `uploading` while its files are not complete: then nothing can be bought yet */
	status: ShareStatus;
	soldOut: boolean;
	isOwner: boolean;
	/**
	 * for the owner, while files of it are held: they are being checked, or something was found in them;
	 * absent otherwise
	 */
	checking?: "pending" | "found";
	/** when title, description, cover, previews or files last changed: ISO 8601 in UTC; null before */
	changedAt: string | null;
	/** until when its buyers may download, once the creator has deleted it: ISO 8601 in UTC; null before */
	downloadUntil: string | null;
	/** when downloads end for buyers too: ISO 8601 in UTC; absent where they stay */
	accessUntil?: string;
};

/** The picture that stands for a share. */
export type ShareCover = {
	/** the picture's URL, which may be cached for ever */
	src: string;
	/** which rendition it is: an `image` is tiny and blurred */
	kind: RenditionKind;
	/** the file whose preview it is; null for a picture of its own */
	fileId: string | null;
	/** pixels, for its proportions */
	width: number;
	/** pixels, for its proportions */
	height: number;
};

/** A share on a creator's page. */
export type ListedShare = {
	shareId: string;
	title: string;
	/** of its price (ISO 4217, lower case) */
	currency: Currency;
	/** the price, or the minimum: a decimal string */
	price: string;
	pricing: Pricing;
	fileCount: number;
	/** bytes */
	totalSize: number;
	/** how many files there are of each kind, in descending order */
	kinds: {
		/** the kind of the files */
		kind: FileIcon;
		/** how many there are */
		n: number;
	}[];
	cover: ShareCover | null;
};

/** A share as a part of a bundle, on the bundle's page. */
export type BundlePart = ListedShare & {
	/** this viewer may download it */
	isPaid: boolean;
	/** its page can be opened by anyone; a share that is sold in bundles only may have sales switched off */
	selling: boolean;
};

/** What makes a share a bundle, on its page and in its creator's list. */
export type Bundle = {
	ownedParts: OwnedParts;
	/** its shares, in the order of its page */
	parts: BundlePart[];
	/** the sum of the parts' own prices, or minimums: a decimal string in the share's currency */
	separately: string;
	/**
	 * the price, or minimum, of this viewer, who has some of the parts: a decimal string in the share's currency; null
	 * for the same as all
	 */
	ownPrice: string | null;
};

/** The creator of a share, as whoever has its link sees them. */
export type ShareCreator = {
	/** the name that the creator has given, never the email address */
	displayName: string;
	/** the handle of their page; absent without one */
	handle?: string;
	/** their picture; absent without a page that has one */
	avatar?: string;
	/**
	 * how the creator can be paid: directly (`cashapp`), by card (`stripe`), `both`, or null for not
	 * yet
	 */
	paymentMethod: "cashapp" | "stripe" | "both" | null;
	/** the creator's Cash App handle; null without one */
	cashAppHandle: string | null;
	/** this share can be paid by card */
	acceptsCard: boolean;
	/** this share can be paid directly */
	acceptsDirect: boolean;
	/** what with; absent where it can't */
	directBy?: string;
	/** receipts of free and direct purchases are sent by mail; those of card payments always are */
	mailsReceipts: boolean;
	/** ways of paying that the creator accepts and the operator has paused; absent without one */
	paused?: ("card" | "direct")[];
};

/** A new share. */
export type CreatedShare = {
	/** the share */
	fileShare: FileShare;
	/** its files, in the order of its page */
	files: ShareFile[];
};
/** The response of `GET /api/file-shares/{shareId}`, which the share page also contains inlined. */
export type ShareResponse = CreatedShare & {
	/** the picture that stands for the share; null when no file has one */
	cover: ShareCover | null;
	/** its creator */
	creator: ShareCreator;
	/** the discount code in the page's address; absent without one */
	discount?: ShownDiscount;
	/** the checkout that was asked for; absent without one */
	checkout?: ShownCheckout;
	/** the receipt of this viewer's purchase was sent by mail; absent otherwise */
	receiptMailed?: true;
	/** why this viewer's purchase no longer opens the share; null without one, and while another does */
	lostPurchase: "refunded" | "lost" | "disputed" | "revoked" | null;
	/** what buyers may do with the files, in the creator's words; absent without one */
	licence?: string;
	/** other shares on the creator's page, for those who have bought this one; absent without a page */
	more?: ListedShare[];
	/** how many days buyers can still download if the creator deletes the share */
	keepDays: number;
	/** of a bundle, which has no files of its own; absent otherwise */
	bundle?: Bundle;
};

/** A discount code as the page of a share shows it. */
export type ShownDiscount = {
	/** the letters of the code */
	code: string;
	/** the price with it, or the minimum: a decimal string in the share's currency; null when it can't be used */
	price: string | null;
	/** what is proposed with it where buyers choose: a decimal string in the share's currency; null otherwise */
	suggestedPrice: string | null;
	/** why it can't be used; null when it can */
	refused: {
		/** for programs */
		reason: ErrorReason;
		/** for people, in English */
		message: string;
	} | null;
};

/** One row of the creator's list. */
export type MyShare = Omit<FileShare, "status"> &
	ShownFields<"shownToOwner"> & {
		/** `taken_down`: by the operator; the creator can read why, and see the sales */
		status: ShareStatus | "taken_down";
		cover: ShareCover | null;
		/** the first four */
		files: ShareFile[];
		/** completed purchases that are not refunded */
		sales: number;
		/** completed purchases' prices, less refunds: a decimal string in the share's currency */
		earned: string;
		/** the sum of `net` of its sales: a decimal string in the share's currency; may be negative */
		net: string;
		/** how often its page was opened */
		views: number;
		/** visitors are asked for a password */
		hasPassword: boolean;
		/** direct payments that wait for the creator's decision */
		pendingClaims: number;
		/** of a bundle: what it consists of, in order; absent otherwise */
		bundle?: {
			ownedParts: OwnedParts;
			/** its shares, in the order of its page */
			parts: { shareId: string; title: string }[];
		};
		/** the bundles of which it is a part; absent without any */
		inBundles?: { shareId: string; title: string }[];
	};
