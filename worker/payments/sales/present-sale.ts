import { sql } from "drizzle-orm";
import type { WebhookSale } from "../../api/webhooks/contract/webhooks.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { priceOf } from "../../contract/fields.ts";
import { jsonOf } from "../../core/webhook-events/record-events.ts";
import { shownState } from "../../purchases/entitlements/sold-sql.ts";
import { type purchaseLines, purchases } from "../../purchases/entitlements/tables.ts";
import { discountOf } from "../checkout/price.ts";
import { checkouts } from "../checkout-links/tables.ts";

const CHECKOUT = {
	id: checkouts.id,
	externalId: checkouts.externalId,
	metadata: checkouts.metadata,
};

type Line = Pick<
	typeof purchaseLines.$inferSelect,
	"fileId" | "edition" | "cents" | "refundedAt"
> & { name: string | null };

/** The lines of a purchase of single files in the share's order, as JSON; null for the whole share. */
export const soldLines = sql<
	string | null
>`iif(${purchases.ofLines}, (select json_group_array(json_object(
		'fileId', line.file_id, 'edition', line.edition, 'cents', line.cents, 'refundedAt', line.refunded_at,
		'name', file.original_name) order by coalesce(file.page_order, file.position), file.position, line.edition)
	from purchase_lines line left join all_files file on file.id = line.file_id
	where line.purchase_id = ${purchases.id}), null)`;

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
	lines: sql`json(${soldLines})`,
};

export type SoldSale = {
	readonly purchase: Pick<typeof purchases.$inferSelect, keyof (typeof SOLD_SALE)["purchase"]>;
	readonly slug: string;
	readonly checkout: Pick<typeof checkouts.$inferSelect, keyof typeof CHECKOUT> | null;
	/** absent in older events */
	readonly lines?: readonly Line[] | null;
};

/** A sale without what becomes known only later. */
export function presentSoldSale({ purchase, slug, checkout, lines }: SoldSale): WebhookSale {
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
		...(lines && {
			lines: lines.map(({ fileId, name, edition, cents, refundedAt }) => ({
				file: fileId,
				name,
				edition,
				price: priceOf(cents),
				refundedAt: isoOrNull(refundedAt),
			})),
		}),
	};
}

/** Of a time in ms. */
export function isoOrNull(ms: number | null): string | null {
	return ms === null ? null : new Date(ms).toISOString();
}
