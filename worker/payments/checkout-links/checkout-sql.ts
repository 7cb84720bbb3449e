import { type SQL, sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { Ctx } from "../../core/context.ts";
import { isSold } from "../../purchases/entitlements/sold-sql.ts";
import type { ShownCheckout } from "./contract.ts";

export type FoundCheckout = {
	readonly id: string;
	/** null for the share's price */
	readonly priceCents: number | null;
	readonly email: string | null;
	readonly successUrl: string | null;
	readonly isPaid: number;
};

/** For queries from `checkouts`. */
export const saleOfCheckout = sql<string | null>`(select sold.id from purchases sold
	where sold.checkout_id = checkouts.id and ${isSold(sql`sold`)} limit 1)`;

/** For queries from `shares`: the checkout as JSON, for `foundCheckout`. */
export const checkoutColumn = (ctx: Ctx, id: string | null): SQL.Aliased<string | null> =>
	sql<string | null>`(select json_object('id', checkouts.id, 'priceCents', checkouts.price_cents,
		'email', checkouts.buyer_email, 'successUrl', checkouts.success_url,
		'isPaid', ${saleOfCheckout} is not null) from checkouts
		where checkouts.id = ${id ?? ""} and checkouts.share_id = shares.id
			and (checkouts.expires_at > ${ctx.now()} or ${saleOfCheckout} is not null))`.as(
		"found_checkout",
	);

/** Must be evaluated by the statement that begins the payment. */
export const canBePaid = (ctx: Ctx, { id }: FoundCheckout): SQL =>
	sql`exists (select 1 from checkouts where checkouts.id = ${id}
		and checkouts.expires_at > ${ctx.now()} and ${saleOfCheckout} is null)`;

export const foundCheckout = ({ checkout }: { checkout: string | null }): FoundCheckout | null =>
	checkout === null ? null : (JSON.parse(checkout) as FoundCheckout);

export function checkoutTerms<Row extends object>(
	share: Row,
	checkout: Pick<FoundCheckout, "priceCents"> | null,
) {
	if (checkout?.priceCents == null) return share;
	const { priceCents } = checkout;
	return { ...share, pricing: "fixed" as const, priceCents, suggestedCents: null };
}

export function presentCheckout(id: string, found: FoundCheckout | null): ShownCheckout {
	const isOpen = found !== null && !found.isPaid;
	return {
		id,
		state: found === null ? "ended" : found.isPaid ? "paid" : "open",
		price: found?.priceCents == null ? null : priceOf(found.priceCents),
		buyerEmail: isOpen ? found.email : null,
		returnsTo: found?.successUrl == null ? null : new URL(found.successUrl).host,
	};
}
