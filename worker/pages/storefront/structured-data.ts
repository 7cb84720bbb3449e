import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import type { CreatorPage } from "./contract/creator-page.ts";
import { scriptJson } from "./rendered-document.ts";

/** Data blocks are exempt from the policy against inline scripts. */
const jsonLd = (data: object): string =>
	`<script type="application/ld+json">${scriptJson({ "@context": "https://schema.org", ...data })}</script>`;

export function structuredData(
	ctx: Ctx,
	{ fileShare, creator }: ShareResponse,
	image: string,
): string {
	const origin = ctx.config.APP_ORIGIN;
	const url = `${origin}${paths.share(fileShare.shareId)}`;
	const state = fileShare.soldOut ? "SoldOut" : fileShare.selling ? "InStock" : "OutOfStock";
	return jsonLd({
		"@type": "Product",
		name: fileShare.title,
		...(fileShare.description && { description: fileShare.description }),
		image,
		url,
		offers: {
			"@type": "Offer",
			price: fileShare.price,
			priceCurrency: fileShare.currency.toUpperCase(),
			availability: `https://schema.org/${state}`,
			...(fileShare.expiresAt !== null && { priceValidUntil: fileShare.expiresAt }),
			url,
			...(creator.displayName !== null && {
				seller: {
					"@type": "Person",
					name: creator.displayName,
					...(creator.handle !== undefined && { url: `${origin}${paths.creator(creator.handle)}` }),
				},
			}),
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
