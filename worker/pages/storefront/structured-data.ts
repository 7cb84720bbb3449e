import type { ShareFile, ShareResponse } from "../../contract/catalogue/shares.ts";
import { iconOf } from "../../contract/files/file-types.ts";
import type { CreatorPage } from "../../contract/pages/creator-page.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { scriptJson } from "./rendered-document.ts";

/** The types of e-books; a PDF may be anything. */
const EBOOKS: readonly string[] = ["application/epub+zip", "application/x-mobipocket-ebook"];
/** Files allowed next to an album's tracks or a book: a cover, a booklet. */
const COMPANIONS: readonly string[] = ["image", "document"];

/** Data blocks are exempt from the policy against inline scripts. */
const jsonLd = (data: object): string =>
	`<script type="application/ld+json">${scriptJson({ "@context": "https://schema.org", ...data })}</script>`;

function availability({ soldOut, selling }: ShareResponse["fileShare"]): string {
	const state = soldOut ? "SoldOut" : selling ? "InStock" : "OutOfStock";
	return `https://schema.org/${state}`;
}

/** The tag that all these files share; undefined if they differ or one has none. */
function agreed(files: readonly ShareFile[], tag: "album" | "artist"): string | undefined {
	const [first, ...others] = new Set(files.map(({ preview }) => preview?.tags?.[tag]));
	return others.length === 0 ? first : undefined;
}

/**
 * The files as a whole: tracks that name one album are that album, an e-book is a book, everything else a product;
 * with the properties of that kind.
 */
function kindOf(files: readonly ShareFile[], seller: object): object {
	const isBeside = ({ mimeType }: ShareFile) => COMPANIONS.includes(iconOf(mimeType));
	const tracks = files.filter(({ mimeType }) => iconOf(mimeType) === "audio");
	if (tracks.length > 1 && files.every((file) => tracks.includes(file) || isBeside(file))) {
		const artist = agreed(tracks, "artist");
		if (agreed(tracks, "album") !== undefined)
			return {
				"@type": "MusicAlbum",
				byArtist: artist === undefined ? seller : { "@type": "MusicGroup", name: artist },
			};
	}
	if (files.some(({ mimeType }) => EBOOKS.includes(mimeType)) && files.every(isBeside))
		return { "@type": "Book", bookFormat: "https://schema.org/EBook", author: seller };
	return { "@type": "Product" };
}

export function structuredData(
	ctx: Ctx,
	{ fileShare, files, creator }: ShareResponse,
	{ image }: { image: string },
): string {
	const origin = ctx.config.APP_ORIGIN;
	const url = `${origin}${paths.share(fileShare.shareId)}`;
	const seller = {
		"@type": "Person",
		name: creator.displayName,
		...(creator.handle !== undefined && { url: `${origin}${paths.creator(creator.handle)}` }),
	};
	return jsonLd({
		...kindOf(files, seller),
		name: fileShare.title,
		...(fileShare.description && { description: fileShare.description }),
		image,
		url,
		offers: {
			"@type": "Offer",
			price: fileShare.price,
			priceCurrency: fileShare.currency.toUpperCase(),
			availability: availability(fileShare),
			...(fileShare.expiresAt !== null && { priceValidUntil: fileShare.expiresAt }),
			url,
			seller,
		},
	});
}

export function creatorData(ctx: Ctx, page: CreatorPage): string {
	const origin = ctx.config.APP_ORIGIN;
	const url = `${origin}${paths.creator(page.handle)}`;
	return jsonLd({
		"@type": "ProfilePage",
		url,
		mainEntity: {
			"@type": "Person",
			name: page.displayName,
			alternateName: page.handle,
			...(page.line !== null && { description: page.line }),
			...(page.avatar !== null && { image: `${origin}${page.avatar}` }),
			url,
			...(page.links.length > 0 && { sameAs: page.links }),
		},
	});
}
