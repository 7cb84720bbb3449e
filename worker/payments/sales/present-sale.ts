import { sql } from "drizzle-orm";
import type { WebhookSale } from "../../api/webhooks/contract/webhooks.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import { jsonOf } from "../../core/webhook-events/record-events.ts";
import { shownState } from "../../purchases/entitlements/sold-sql.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { discountOf } from "../checkout/price.ts";
import { checkouts } from "../checkout-links/tables.ts";

const CHECKOUT = {
	id: checkouts.id,
	externalId: checkouts.externalId,
	metadata: checkouts.metadata,
};

/** What events record of a sale, from `purchases` and `shares`. */
export const SOLD_SALE = {
	purchase: {
		id: purchases.id,
		shareTitle: purchases.shareTitle,
		route: purchases.route,
		state: purchases.state,
		autoRefundReason: purchases.autoRefundReason,
		buyerEmail: purchases.buyerEmail,
		reference: purchases.reference,
		currency: purchases.currency,
		priceCents: purchases.priceCents,
		listCents: purchases.listCents,
		discountCode: purchases.discountCode,
		platformFeeCents: purchases.platformFeeCents,
		refundedCents: purchases.refundedCents,
		createdAt: purchases.createdAt,
		paidAt: purchases.paidAt,
	},
	slug: shares.slug,
	checkout: sql`json((select ${jsonOf(CHECKOUT)} from ${checkouts}
		where ${checkouts.id} = ${purchases.checkoutId}))`,
};

export type SoldSale = {
	readonly purchase: Pick<typeof purchases.$inferSelect, keyof (typeof SOLD_SALE)["purchase"]>;
	readonly slug: string;
	readonly checkout: Pick<typeof checkouts.$inferSelect, keyof typeof CHECKOUT> | null;
};

/** A sale without what becomes known only later. */
export function presentSoldSale({ purchase, slug, checkout }: SoldSale): WebhookSale {
	return {
		id: purchase.id,
		shareId: slug,
		title: purchase.shareTitle,
		route: purchase.route,
		state: shownState(purchase),
		buyerEmail: purchase.buyerEmail ?? "",
		reference: purchase.reference,
		price: priceOf(purchase.priceCents),
		currency: purchase.currency,
		discount: discountOf(purchase),
		platformFee: priceOf(purchase.platformFeeCents),
		refunded: priceOf(purchase.refundedCents),
		checkout: checkout && {
			id: checkout.id,
			externalId: checkout.externalId,
			metadata: checkout.metadata,
		},
		createdAt: new Date(purchase.createdAt).toISOString(),
		paidAt: isoOrNull(purchase.paidAt),
	};
}

/** Of a time in ms. */
export function isoOrNull(ms: number | null): string | null {
	return ms === null ? null : new Date(ms).toISOString();
}
