import * as z from "zod";
import { MAX_FILES_PER_SHARE, MAX_PASSWORD_LENGTH } from "../../../contract/constants.ts";
import type { ErrorReason } from "../../../contract/errors.ts";
import { idField } from "../../../contract/fields.ts";
import type { Currency, Money } from "../../../contract/money.ts";
import type { FileIcon } from "../../../files/contract/file-type.ts";
import type { ShownCheckout } from "../../../payments/checkout-links/contract.ts";
import type { OwnedParts } from "../../bundles/contract.ts";
import { type Edition, LESSER_EDITIONS } from "./editions.ts";
import type { ShownFileFields } from "./file-fields.ts";
import { type Pricing, priceFault } from "./pricing.ts";
import type { Reduction } from "./reduction.ts";
import { type ShownFields, shapeFor } from "./share-fields.ts";

export type ShareStatus = "published" | "uploading";
/**
 * Reduced copies that a buyer may see before paying. Picture: `image`, `watermarked`, `sample`; film: `clip`,
 * `poster`; track: `clip`, `waveform`, `art` (the embedded cover), `tags`; document, font or 3D model: `page`, and
 * up to `page5` of a long document; font: `glyphs` (letters to set words in), `tags`; archive: `listing`. `cover`
 * and `card` belong to the share: its uploaded picture, and the one in link previews. `display` is a picture that
 * fills a screen, only for those who may download.
 */
export const RENDITION_KINDS = [
	"image",
	"watermarked",
	"sample",
	"display",
	...LESSER_EDITIONS,
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
	"glyphs",
	"listing",
	"cover",
	"card",
] as const;
export type RenditionKind = (typeof RENDITION_KINDS)[number];

/** A document's pages in order. */
export const PAGE_KINDS = [
	"page",
	"page2",
	"page3",
	"page4",
	"page5",
] as const satisfies readonly RenditionKind[];

/** The effect of a deletion on buyers: they can still download for a period, or are refunded if possible. */
export const buyersChoiceField = z.enum(["keep", "refund"]).default("keep");
export type BuyersChoice = z.infer<typeof buyersChoiceField>;
export const deleteShareQuery = z.strictObject({
	buyers: buyersChoiceField,
});
/** The effect of a deletion on buyers. */
export type DeletionPreview = {
	/** holders of paid purchases, including disputed ones */
	buyers: number;
	/** those whom the platform can refund */
	refundable: number;
	/** the total refund */
	refundAmount: string;
	currency: Currency;
	/** refunds in other currencies */
	otherRefunds: Money[];
	/** those who paid the creator directly: only the creator can refund them */
	direct: number;
	/** those with a disputed payment: the bank decides */
	disputed: number;
	/** direct payments waiting for the creator, which would be declined */
	waitingClaims: number;
	/** until when buyers could download if it were deleted now; null for a bundle, whose parts stay */
	keptUntil: string | null;
};

export const shareParam = z.strictObject({ shareId: idField });

const newShareFields = z.strictObject(shapeFor("create"));

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

export const FREE_BY_LINK = "A share for one client can't be free.";

/** The text fields of `POST /api/file-shares`; the same form contains the files. */
export const createShareInput = newShareFields
	.refine(({ price, pricing }) => price !== undefined || pricing === "free", {
		path: ["price"],
		error: "A price is missing: give one such as 9.99, or choose the pricing free",
		abort: true,
		// Runs even if other fields are wrong, but not if the price itself is.
		when: ({ value, issues }) =>
			Object(value) === value && !issues.some(({ path }) => path?.[0] === "price"),
	})
	.superRefine(checkPricing);

export const unlockInput = z.strictObject({
	/** the share's password */
	password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
});

/** Omitted fields stay unchanged. */
export const editShareInput = z.strictObject(shapeFor("edit")).partial();

export const chosenFilesInput = z.strictObject({
	/** the ids of the files */
	files: z.array(idField).min(1, "Choose at least one file").max(MAX_FILES_PER_SHARE),
});

/** What a track or font says about itself. */
export type FileTags = {
	/** the track's title */
	title?: string;
	/** the performer */
	artist?: string;
	/** the title of the album */
	album?: string;
	/** the disc of the album, from 1 */
	disc?: number;
	/** its place on the album or disc, from 1 */
	number?: number;
	/** the family of the font */
	family?: string;
	/** the font's style in its family, such as `Bold Italic` */
	style?: string;
	/** from 1 to 1000; regular fonts have 400 */
	weight?: number;
};

/** A page of a document, as a picture. */
export type ShownPage = {
	src: string;
	/** pixels */
	width: number;
	/** pixels */
	height: number;
	/** the number of the page, from 1 */
	number: number;
};

/** A file's preview before payment. */
export type FilePreview = {
	/** the preview's kind */
	kind: RenditionKind;
	/** of the original as displayed, in pixels; null if unknown */
	width: number | null;
	/** of the original as displayed, in pixels; null if unknown */
	height: number | null;
	/**
	 * the tiny raster: a data URI small enough to inline, its URL next to a sharp picture, or null if it must be
	 * fetched from `src` or `/api/files/{id}/preview`
	 */
	placeholder: string | null;
	/** the picture's URL, cacheable forever; null without one */
	src: string | null;
	/** a picture that is shown sharp while the others are blurred; absent otherwise */
	isSample?: true;
	/** the document's number of pages; null if unknown */
	pages: number | null;
	/** the length of the whole track or film in milliseconds; null if unknown */
	durationMs: number | null;
	/** how much of it can be played before payment, in milliseconds; null for nothing */
	clipMs: number | null;
	/** where the clip begins in the whole, in milliseconds; absent at the beginning */
	clipStartMs?: number;
	/** heights of up to 400 bars of a track, one base-36 digit each; null without one */
	waveform: string | null;
	/** further pages of a document that may be seen, in order; absent without any */
	morePages?: ShownPage[];
	/** for its creator: the pages left out; absent without any */
	hiddenPages?: ShownPage[];
	/** of a track or font; absent without any */
	tags?: FileTags;
	/** the URL of a font's letters, as JSON; absent without any */
	glyphs?: string;
};

/** A file of a share. */
export type ShareFile = ShownFileFields & {
	id: string;
	originalName: string;
	mimeType: string;
	/** the kind of the file */
	icon: FileIcon;
	size: number;
	folderPath: string;
	/** its number in links to favourites; absent unless the share sells single files or asks to choose */
	position?: number;
	/** what this viewer has bought of it alone; absent for nothing, and for buyers of the whole share */
	bought?: Edition;
	/** bytes of its smaller size that is for sale; absent without one */
	webSize?: number;
	/** null without one */
	preview: FilePreview | null;
	/**
	 * for those who may download a picture that has a copy of a screen's size (`/api/files/{id}/preview?width=2048`);
	 * absent otherwise
	 */
	display?: {
		/** of the original as displayed, in pixels */
		width: number;
		/** of the original as displayed, in pixels */
		height: number;
	};
};

/** A share, as anyone with its link sees it. */
export type FileShare = ShownFields<"shown"> & {
	/** an id of the share that isn't in its link; `coverFileId` may have it */
	id: string;
	shareId: string;
	/** for a viewer: this viewer may download; in the creator's list: it was sold */
	isPaid: boolean;
	fileCount: number;
	totalSize: number;
	createdAt: string;
	/** `uploading` until its files are complete and it can be bought */
	status: ShareStatus;
	soldOut: boolean;
	isOwner: boolean;
	/**
	 * for the owner, while its files are quarantined: they are being checked, or something was found in them; absent
	 * otherwise
	 */
	checking?: "pending" | "found";
	/** when title, description, cover, previews or files last changed; null before */
	changedAt: string | null;
	downloadUntil: string | null;
	/** when downloads end for buyers too; absent if they don't */
	accessUntil?: string;
};

/** The picture that stands for a share. */
export type ShareCover = {
	src: string;
	/** which rendition it is: an `image` is tiny and blurred */
	kind: RenditionKind;
	/** the file whose preview it is; null for an uploaded picture */
	fileId: string | null;
	/** pixels */
	width: number;
	/** pixels */
	height: number;
};

/** A share on a creator's page. */
export type ListedShare = {
	shareId: string;
	title: string;
	currency: Currency;
	/** the price, or the minimum */
	price: string;
	pricing: Pricing;
	fileCount: number;
	totalSize: number;
	/** how many files it has of each kind, in descending order */
	kinds: {
		/** the kind of the files */
		kind: FileIcon;
		/** how many there are */
		n: number;
	}[];
	cover: ShareCover | null;
};

/** A share in a bundle, on the bundle's page. */
export type BundlePart = ListedShare & {
	/** this viewer may download it */
	isPaid: boolean;
	/** anyone can open its page; a share sold only in bundles may have sales switched off */
	selling: boolean;
};

/** A bundle's own fields. */
export type Bundle = {
	ownedParts: OwnedParts;
	/** its shares, in the order of its page */
	parts: BundlePart[];
	/** the sum of the parts' own prices or minimums, in the share's currency */
	separately: string;
	/**
	 * the price or minimum for this viewer, who has some of the parts, in the share's currency; null if it is the
	 * same
	 */
	ownPrice: string | null;
};

/** The creator of a share, as anyone with its link sees them. */
export type ShareCreator = {
	/** the name that the creator gave, never the email address; null for none */
	displayName: string | null;
	/** the handle of their page; absent without one */
	handle?: string;
	/** the URL of their picture; absent without one */
	avatar?: string;
	paymentMethod: "cashapp" | "stripe" | "both" | null;
	cashAppHandle: string | null;
	/** this share can be paid by card */
	acceptsCard: boolean;
	/** this share can be paid directly */
	acceptsDirect: boolean;
	/** how; absent if it can't */
	directBy?: string;
	/** receipts of free and direct purchases are mailed; those of card payments always are */
	mailsReceipts: boolean;
	/** ways of paying that the creator accepts and the operator has paused; absent without any */
	paused?: ("card" | "direct")[];
};

/** A new share. */
export type CreatedShare = {
	fileShare: FileShare;
	/** its files, in the order of its page */
	files: ShareFile[];
};
/** The response of `GET /api/file-shares/{shareId}`, also inlined in the share's page. */
export type ShareResponse = CreatedShare & {
	/** null if no file has one */
	cover: ShareCover | null;
	creator: ShareCreator;
	/** the discount code in the page's address; absent without one */
	discount?: ShownDiscount;
	/** the requested checkout; absent without one */
	checkout?: ShownCheckout;
	/** the receipt of this viewer's purchase was mailed; absent otherwise */
	receiptMailed?: true;
	/** why this viewer's purchase no longer opens the share; null without one, or if another one does */
	lostPurchase: "refunded" | "lost" | "disputed" | "revoked" | null;
	/** the permitted use of the files, in the creator's words; absent without one */
	licence?: string;
	/** the creator's words to this viewer, who has paid; absent without any */
	thanks?: string;
	/** other shares on the creator's page, for buyers of this one; absent without a page */
	more?: ListedShare[];
	/** where single files are sold: what counts toward this viewer's price; absent otherwise */
	basket?: {
		/** for this share before, less refunds, in its currency */
		paid: string;
		/** the price of the whole share now, before a code */
		whole: string;
		/** how many files this viewer has had for free */
		freeHad: number;
		/** how many more are free */
		freeLeft: number;
	};
	/** how many days buyers can still download if the creator deletes the share */
	keepDays: number;
	/** of a bundle, which has no files of its own; absent otherwise */
	bundle?: Bundle;
};

/** A discount code, as the share's page shows it. */
export type ShownDiscount = {
	code: string;
	/** the price or minimum with it, in the share's currency; null if it can't be used */
	price: string | null;
	/** the suggestion with it if buyers choose, in the share's currency; null otherwise */
	suggestedPrice: string | null;
	/** how it reduces the price of single files; absent unless they are sold */
	reduction?: Reduction;
	/** why it can't be used; null if it can */
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
		/** completed purchases that were not refunded */
		sales: number;
		/** the prices of completed purchases, less refunds, in the share's currency */
		earned: string;
		/** the sum of `net` of its sales, in the share's currency; may be negative */
		net: string;
		views: number;
		/** visitors need a password */
		hasPassword: boolean;
		/** direct payments waiting for the creator's decision */
		pendingClaims: number;
		/** of a bundle; absent otherwise */
		bundle?: {
			ownedParts: OwnedParts;
			/** its shares, in the order of its page */
			parts: { shareId: string; title: string }[];
		};
		/** the bundles that contain it; absent without any */
		inBundles?: { shareId: string; title: string }[];
	};
