import { choosingField } from "../../../../worker/catalogue/shares/contract/choosing.ts";
import { isOpenToAll } from "../../../../worker/catalogue/shares/contract/share-view.ts";
import type {
	FilePreview,
	FileTags,
	RenditionKind,
	ShareCover,
	ShareFile,
	ShareResponse,
} from "../../../../worker/catalogue/shares/contract/shares.ts";
import { PAGE_KINDS } from "../../../../worker/catalogue/shares/contract/shares.ts";
import {
	canSellSingles,
	presentSingles,
	singlesField,
} from "../../../../worker/catalogue/shares/contract/singles.ts";
import { waysToPay } from "../../../../worker/catalogue/shares/contract/ways-to-pay.ts";
import { centsOf, priceOf } from "../../../../worker/contract/fields.ts";
import type { Currency } from "../../../../worker/contract/money.ts";
import { typeOf } from "../../../../worker/files/contract/detect-type.ts";
import { iconOf } from "../../../../worker/files/contract/file-types.ts";
import { clipLimitMs } from "../../../../worker/files/previews/contract/previews.ts";
import { isShownAsSample, showsSharp } from "../../../../worker/files/previews/contract/samples.ts";
import { directWay } from "../../../../worker/payments/direct/contract/direct-way.ts";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { takenWays } from "../../../lib/server/queries/payment-status.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import type { Rendition } from "../../../preview-engine/rendition.ts";
import { type ChosenFile, type Draft, totalSize } from "../organise/draft.ts";
import type { Details } from "../screen/details.ts";

/** A file's previews so far, as the page shows them. */
type DrawnFile = {
	renditions: ReadonlyMap<RenditionKind, Rendition>;
	urlOf: (rendition: Rendition) => string;
	/** the text of a small rendition; null until it has been read */
	textOf: (rendition: Rendition) => string | null;
	/** more is still being made of it */
	isPending: boolean;
};

/** Keeps a picture's place until it is made: a transparent pixel. */
const PENDING = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const PENDING_PICTURE: FilePreview = {
	kind: "image",
	width: null,
	height: null,
	placeholder: PENDING,
	src: null,
	pages: null,
	durationMs: null,
	clipMs: null,
	waveform: null,
};

type Drawing = {
	details: Details;
	draft: Draft;
	samples: readonly number[];
	drawnOf: (file: File) => DrawnFile;
	/** the uploaded cover */
	cover: { src: string; width: number; height: number } | null;
	creator: { name: string; avatar?: string | undefined; verified: boolean };
	currency: Currency;
	status: PaymentStatus | undefined;
	/** shown until the creator has typed them */
	examples: { title: string; price: string };
};

/** The page that buyers would see of a draft. */
export function draftPage(drawing: Drawing): ShareResponse {
	const { details, draft, creator, currency, examples } = drawing;
	const files = draft.files.map((chosen) => shownFile(chosen, drawing));
	const { pricing, saleMode } = details;
	const cents = centsOf(details.price);
	const price = pricing === "free" ? "0" : cents === null ? examples.price : priceOf(cents);
	const suggested = pricing === "chosen" ? centsOf(details.suggestedPrice) : null;
	return {
		cover: coverOf(files, drawing),
		fileShare: {
			id: "draft",
			shareId: "draft",
			title: details.title.trim() || examples.title,
			description: details.description.trim() || null,
			currency,
			price,
			pricing,
			suggestedPrice: suggested === null ? null : priceOf(suggested),
			singles: singlesOf(details),
			choosing: choosingField.safeParse(details.choosing).data ?? null,
			asksAddress: details.asksAddress,
			images: details.preview.images,
			clip: details.preview.clip,
			coverFileId: null,
			saleMode,
			maxSales: null,
			expiresAt: null,
			selling: true,
			isPaid: false,
			isOwner: false,
			soldOut: false,
			status: "published",
			fileCount: files.length,
			totalSize: totalSize(draft.files),
			createdAt: "",
			changedAt: null,
			downloadUntil: null,
		},
		files,
		creator: {
			displayName: creator.name,
			...(creator.avatar && { avatar: creator.avatar }),
			...paymentOf(drawing, centsOf(price) ?? 0),
			mailsReceipts: creator.verified,
		},
		lostPurchase: null,
		keepDays: 30,
	};
}

/** Null while a price is missing. */
function singlesOf(details: Details) {
	const { data } = singlesField.safeParse(canSellSingles(details) ? details.singles : null);
	return data ? presentSingles(data) : null;
}

function paymentOf({ details: { pricing }, currency, status }: Drawing, priceCents: number) {
	const { card, direct } = waysToPay({ pricing, priceCents, currency }, takenWays(status));
	const way = directWay(status, currency, status?.directLinkHosts ?? [])?.directBy;
	return {
		paymentMethod: null,
		cashAppHandle: status?.cashAppHandle ?? null,
		// Nobody has set up payments before the first share; the page shows its button all the same.
		acceptsCard: card || !direct,
		acceptsDirect: direct,
		...(direct && way !== undefined && { directBy: way }),
	};
}

function shownFile(chosen: ChosenFile, drawing: Drawing): ShareFile {
	const { key, file, folder, noPreview, wholeOnly } = chosen;
	const mimeType = typeOf(file.name)?.mimeType ?? file.type;
	return {
		id: String(key),
		originalName: file.name,
		mimeType,
		icon: iconOf(mimeType),
		size: file.size,
		folderPath: folder,
		preview: noPreview ? null : previewOf(chosen, drawing),
		...(wholeOnly && { wholeOnly }),
	};
}

/** Best first; which of a picture's is shown, the policy decides. */
const MAIN: readonly RenditionKind[] = [
	"sample",
	"watermarked",
	"image",
	"clip",
	"poster",
	"page",
	"listing",
	"waveform",
	"art",
	"tags",
];

function previewOf({ key, file }: ChosenFile, drawing: Drawing): FilePreview | null {
	const { details, samples, drawnOf } = drawing;
	const { images, clip } = details.preview;
	if (images === "none") return null;
	const { renditions, urlOf, textOf, isPending } = drawnOf(file);
	const isOpen = isOpenToAll(details);
	const share = { images, samples, samplesMarked: details.samplesMarked };
	const isShown = (kind: RenditionKind) =>
		(kind !== "sample" && kind !== "watermarked") ||
		(isOpen ? kind === "sample" : showsSharp(kind, key, share));
	const shown = [...renditions.values()].filter(({ kind }) => isShown(kind));
	const find = (kind: RenditionKind) => shown.find((rendition) => rendition.kind === kind);
	const main = MAIN.map(find).find((rendition) => rendition !== undefined);
	if (!main) return isPending && isPicture(file) ? PENDING_PICTURE : null;
	const picture = ["sample", "watermarked", "poster", "page", "art"]
		.map((kind) => find(kind as RenditionKind))
		.find((rendition) => rendition !== undefined);
	const tiny = renditions.get("image");
	const tags = renditions.get("tags");
	const waveform = renditions.get("waveform");
	const glyphs = renditions.get("glyphs");
	const letters = glyphs && textOf(glyphs);
	const durationMs = shown.find((rendition) => rendition.durationMs)?.durationMs ?? null;
	const more = PAGE_KINDS.slice(1).flatMap((kind, at) => {
		const page = find(kind);
		return page ? [{ ...sizeOf(page), src: urlOf(page), number: at + 2 }] : [];
	});
	return {
		kind: main.kind,
		width: main.width ?? picture?.width ?? null,
		height: main.height ?? picture?.height ?? null,
		placeholder: tiny ? urlOf(tiny) : null,
		src: picture ? urlOf(picture) : null,
		pages: picture?.pages ?? null,
		durationMs,
		clipMs: main.kind === "clip" && durationMs ? clipLimitMs(clip, durationMs) : null,
		waveform: waveform ? textOf(waveform) : null,
		...(!isOpen && isShownAsSample(main.kind, key, share) && { isSample: true as const }),
		...(more.length > 0 && { morePages: more }),
		...(tags && { tags: JSON.parse(textOf(tags) ?? "{}") as FileTags }),
		...(letters && { glyphs: letters }),
	};
}

const sizeOf = ({ width = 1, height = 1 }: Rendition) => ({ width, height });

/** Follows the server's choice: the chosen file, else the first sample, picture or file. */
function coverOf(
	files: readonly ShareFile[],
	{ draft, samples, cover }: Drawing,
): ShareCover | null {
	if ("picture" in draft.cover) return cover && { ...cover, kind: "cover", fileId: null };
	const chosenId = draft.cover.fileId;
	const rank = ({ id, icon }: ShareFile) =>
		id === chosenId ? 0 : samples.includes(Number(id)) ? 1 : icon === "image" ? 2 : 3;
	const [best] = files
		.filter(({ preview }) => preview && (preview.src ?? preview.placeholder) && preview.width)
		.toSorted((a, b) => rank(a) - rank(b));
	const { preview } = best ?? {};
	const src = preview?.src ?? preview?.placeholder;
	if (!best || !preview?.width || !preview.height || !src) return null;
	const { kind, width, height } = preview;
	return { src, kind, fileId: best.id, width, height };
}
