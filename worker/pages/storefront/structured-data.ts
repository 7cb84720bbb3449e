import type { ShareResponse } from "../../contract/catalogue/shares.ts";
import { CURRENCY } from "../../contract/constants.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { scriptJson } from "./rendered-document.ts";

/** What schema.org calls the state of the offer. */
function availability({ soldOut, selling }: ShareResponse["fileShare"]): string {
	const state = soldOut ? "SoldOut" : selling ? "InStock" : "OutOfStock";
	return `https://schema.org/${state}`;
}

/**
 * The offer for search engines, as JSON-LD. A block of data, which the policy against inline scripts does
 * not concern.
 */
export function structuredData(
	ctx: Ctx,
	{ fileShare, creator }: ShareResponse,
	{ described, image }: { described: string; image: string },
): string {
	const origin = ctx.config.APP_ORIGIN;
	const url = `${origin}${paths.share(fileShare.shareId)}`;
	const seller = {
		"@type": "Person",
		name: creator.displayName,
		...(creator.handle !== undefined && { url: `${origin}${paths.creator(creator.handle)}` }),
	};
	const product = {
		"@context": "https://schema.org",
		"@type": "Product",
		name: fileShare.title,
		description: described,
		image,
		url,
		offers: {
			"@type": "Offer",
			price: fileShare.price,
			priceCurrency: CURRENCY.toUpperCase(),
			availability: availability(fileShare),
			...(fileShare.expiresAt !== null && { priceValidUntil: fileShare.expiresAt }),
			url,
			seller,
		},
	};
	return `<script type="application/ld+json">${scriptJson(product)}</script>`;
}
