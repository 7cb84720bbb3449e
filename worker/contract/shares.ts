import { z } from "zod";
import { descriptionField, idField, priceField, titleField } from "./fields.ts";
import type { FileIcon } from "./file-type.ts";

export type SaleMode = "each" | "link";
export type ShareStatus = "published" | "uploading";
/**
 * The kinds of reduced copies that a buyer may see before paying: `image` and `watermarked` of a picture;
 * `clip` and `poster` of a film; `clip`, `waveform` and `art` (the embedded cover) of a track; `page`, a
 * picture of a document, font or 3D model; `listing` of an archive. `cover` and `card` belong to the
 * share itself: the picture that its creator uploaded for it, and the one in link previews.
 */
export const RENDITION_KINDS = [
	"image",
	"watermarked",
	"clip",
	"poster",
	"page",
	"art",
	"waveform",
	"listing",
	"cover",
	"card",
] as const;
export type RenditionKind = (typeof RENDITION_KINDS)[number];

export const saleModeField = z.enum(["each", "link"]);
export const maxSalesField = z.coerce
	.number()
	.int("Must be a whole number")
	.min(1, "Must be at least 1")
	.max(1_000_000);

/** How the share is previewed before payment. */
export const previewField = z.object({
	/** tiny blurred raster, or a larger one with a watermark */
	images: z.enum(["blur", "watermark"]).default("blur"),
	/** how much of audio and video can be played */
	clip: z.enum(["30", "60", "whole"]).default("30"),
});
export type PreviewPolicy = z.infer<typeof previewField>;

/**
 * What deletion means for the buyers: they can go on downloading for a period (`keep`), or are refunded
 * (`refund`), where the platform can do that.
 */
export const buyersChoiceField = z.enum(["keep", "refund"]).default("keep");
export type BuyersChoice = z.infer<typeof buyersChoiceField>;
export const deleteShareQuery = z.object({ buyers: buyersChoiceField });
/** The effect of a deletion on buyers. */
export type DeletionPreview = {
	/** holders of paid purchases, disputed ones included */
	buyers: number;
	/** those of them whom the platform can refund */
	refundable: number;
	/** decimal string: the total refund */
	refundAmount: string;
	/** those who paid the creator directly: only the creator can refund them */
	direct: number;
	/** those whose payment is disputed: the bank decides */
	disputed: number;
	/** direct payments that wait for the creator's decision, and would be declined */
	waitingClaims: number;
	/** until when buyers could download if it was deleted now */
	keptUntil: string;
};

export const shareParam = z.object({ shareId: idField });

/** The text fields of `POST /api/file-shares`; the files are sent in the same form. */
export const createShareInput = z.object({
	title: titleField,
	description: descriptionField.optional(),
	price: priceField,
	saleMode: saleModeField.default("each"),
	maxSales: maxSalesField.optional(),
});

export const editShareInput = z
	.object({
		title: titleField,
		description: descriptionField.nullable(),
		price: priceField,
		saleMode: saleModeField,
		maxSales: maxSalesField.nullable(),
		/** ends sales, not the access of buyers */
		expiresAt: z.iso.datetime().nullable(),
		/** false stops sales; the access of buyers remains */
		selling: z.boolean(),
		/** how pictures are shown before payment */
		images: z.enum(["blur", "watermark"]),
		/** the file whose preview stands for the share, or the share's id for its uploaded cover */
		coverFileId: idField.nullable(),
		/** the ids of all files in the order of the page */
		order: z.array(idField).min(1).max(2000),
		/** shown on the creator's page; a share in `link` mode cannot be */
		listed: z.boolean(),
	})
	.partial();

/** The files that are removed from a share. */
export const removeFilesInput = z.object({
	files: z.array(idField).min(1, "Choose at least one file").max(2000),
});

export const archiveInput = z.object({
	files: z.array(idField).min(1, "Choose at least one file").max(2000),
});

export type FilePreview = {
	kind: RenditionKind;
	width: number | null;
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
	/** length of the whole track or film in ms; null where unknown */
	durationMs: number | null;
	/** how much of it can be played before payment in ms; null when nothing can */
	clipMs: number | null;
	/** heights of up to `WAVEFORM_PEAKS` bars of a track, each one base-36 digit; null without one */
	waveform: string | null;
};

export type ShareFile = {
	id: string;
	originalName: string;
	mimeType: string;
	/** the kind of the file, so that a page needs no table of types */
	icon: FileIcon;
	/** bytes */
	size: number;
	folderPath: string;
	preview: FilePreview | null;
};

export type FileShare = {
	id: string;
	shareId: string;
	title: string;
	description: string | null;
	/** decimal string in US dollars */
	price: string;
	/** for a viewer: this viewer may download; in the creator's list: at least one sale */
	isPaid: boolean;
	fileCount: number;
	/** bytes */
	totalSize: number;
	createdAt: string;
	status: ShareStatus;
	saleMode: SaleMode;
	maxSales: number | null;
	soldOut: boolean;
	/** false once the creator stopped sales or `expiresAt` has passed */
	selling: boolean;
	expiresAt: string | null;
	isOwner: boolean;
	/** when the title, the description, the cover, the previews or the files last changed; null before */
	changedAt: string | null;
	/** how pictures are shown before payment */
	images: PreviewPolicy["images"];
	/** how much of audio and video can be played before payment */
	clip: PreviewPolicy["clip"];
	/** the creator's choice: a file's id, or the share's own for an uploaded cover; null for the default */
	coverFileId: string | null;
	/** set once the creator has deleted the share: its buyers may download until then */
	downloadUntil: string | null;
};

export type ShareCover = {
	/** the picture's URL, which may be cached for ever */
	src: string;
	/** which rendition it is: an `image` is tiny and blurred */
	kind: RenditionKind;
	/** the file whose preview it is; null for a picture of its own */
	fileId: string | null;
	/** pixels, for its proportions */
	width: number;
	height: number;
};

/** A share on a creator's page. */
export type ListedShare = {
	shareId: string;
	title: string;
	/** decimal string in US dollars */
	price: string;
	fileCount: number;
	/** bytes */
	totalSize: number;
	/** how many files there are of each kind, in descending order */
	kinds: { kind: FileIcon; n: number }[];
	cover: ShareCover | null;
};

export type ShareCreator = {
	displayName: string;
	/** of the creator's page; absent without one */
	handle?: string;
	/** their picture; absent without a page that has one */
	avatar?: string;
	paymentMethod: "cashapp" | "stripe" | "both" | null;
	cashAppHandle: string | null;
	acceptsCard: boolean;
	acceptsDirect: boolean;
	/** ways of paying that the creator accepts and the operator has paused; absent without one */
	paused?: ("card" | "direct")[];
};

export type CreatedShare = { fileShare: FileShare; files: ShareFile[] };
/** The response of `GET /api/file-shares/{shareId}`, which the share page also contains inlined. */
export type ShareResponse = CreatedShare & {
	/** the picture that stands for the share; null when no file has one */
	cover: ShareCover | null;
	creator: ShareCreator;
	/** why this viewer's purchase no longer opens the share; null without one, and while another does */
	lostPurchase: "refunded" | "disputed" | null;
	/** other shares on the creator's page, for those who have bought this one; absent without a page */
	more?: ListedShare[];
	/** how many days buyers can still download if the creator deletes the share */
	keepDays: number;
};

/** One row of the creator's list. */
export type MyShare = FileShare & {
	cover: ShareCover | null;
	/** the first four */
	files: ShareFile[];
	/** completed purchases that are not refunded */
	sales: number;
	/** decimal string: completed purchases' prices, less refunds */
	earned: string;
	/** decimal string: what the creator gets of that after all fees; may be negative */
	net: string;
	views: number;
	/** shown on the creator's page while it is on sale */
	listed: boolean;
	/** direct payments that wait for the creator's decision */
	pendingClaims: number;
};
