import { and, eq, inArray, sql } from "drizzle-orm";
import type * as z from "zod";
import {
	type changePricesInput,
	type PriceRefusal,
	priceRefusal,
} from "../../contract/catalogue/bulk-prices.ts";
import { priceOf } from "../../contract/fields.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { stalePages } from "../../core/stale-pages.ts";
import { failure } from "../../platform/errors.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { sharesRepriced } from "./share-events.ts";
import { shares } from "./tables.ts";

type Changes = z.output<typeof changePricesInput>["changes"];

/** Why a price was not changed: the share has another one, or can't get this one. */
type Refused = {
	share: string;
	reason: PriceRefusal | "changed" | "gone";
	/** what it costs; null if it is no longer for sale */
	price: string | null;
};

/**
 * Changes the prices of several published shares, all or none. Each change names the price that it replaces, so
 * nothing is overwritten that the creator has not seen. Each is recorded like a change of one share's price; a buyer
 * who has begun to pay keeps the quote. Throws `request.invalid` for an amount that the currency doesn't have,
 * `prices.changed`, with the shares and reasons in `details.refused`.
 */
export async function changePrices(ctx: CreatorCtx, changes: Changes): Promise<void> {
	const { db, user } = ctx;
	await requireAmounts(ctx, changes);
	const json = JSON.stringify(changes);
	const wanted = sql`(select json_extract(value, '$.share') as slug,
		json_extract(value, '$.from') as from_cents, json_extract(value, '$.to') as to_cents
		from json_each(${json})) wanted`;
	const pairs = sql`${wanted} join shares on shares.slug = wanted.slug`;
	const applies = sql`shares.creator_id = ${user.id} and shares.status = 'published'
		and shares.price_cents = wanted.from_cents and wanted.to_cents <> wanted.from_cents
		and shares.pricing <> 'free'
		and (shares.suggested_cents is null or shares.suggested_cents >= wanted.to_cents)`;
	const allApply = sql`(select count(*) from ${pairs} where ${applies}) = ${changes.length}`;
	const slugs = sql`(select json_extract(value, '$.share') from json_each(${json}))`;
	const changed = and(eq(shares.creatorId, user.id), inArray(shares.slug, slugs));
	const act = {
		act: "share.price_changed",
		subjectId: sql`shares.id`,
		details: sql`json_object('subject', shares.title, 'fromCents', shares.price_cents,
			'toCents', wanted.to_cents)`,
	} as const;
	const when = sql`${applies} and ${allApply}`;
	const [, , , rows] = await db.batch([
		// Must precede the change: the condition reads the old state.
		recordOwnAct(ctx, user.id, act, when, pairs),
		...sharesRepriced(ctx, user.id, { pairs, cents: sql`wanted.to_cents`, when }),
		db
			.update(shares)
			.set({
				...nextRevision(ctx, shares),
				priceCents: sql`(select wanted.to_cents from ${wanted} where wanted.slug = shares.slug)`,
			})
			.where(and(changed, allApply))
			.returning({ id: shares.id }),
		stalePages(ctx, changed),
	]);
	if (rows.length > 0) return;
	throw failure("prices.changed", { details: { refused: await refusedOf(ctx, changes) } });
}

/** Throws `request.invalid` for an amount that its share's currency doesn't have. */
async function requireAmounts(ctx: CreatorCtx, changes: Changes): Promise<void> {
	const rows = await publishedAmong(ctx, changes);
	for (const { slug, currency } of rows)
		requireMoney(currency, { to: changes.find(({ share }) => share === slug)?.to });
}

function publishedAmong(ctx: CreatorCtx, changes: Changes) {
	const slugs = JSON.stringify(changes.map(({ share }) => share));
	return ctx.db
		.select()
		.from(shares)
		.where(
			and(
				eq(shares.creatorId, ctx.user.id),
				eq(shares.status, "published"),
				sql`${shares.slug} in (select value from json_each(${slugs}))`,
			),
		);
}

/** The refused changes, with their reasons. */
async function refusedOf(ctx: CreatorCtx, changes: Changes): Promise<Refused[]> {
	const rows = await publishedAmong(ctx, changes);
	const bySlug = new Map(rows.map((row) => [row.slug, row]));
	return changes.flatMap<Refused>(({ share, from, to }) => {
		const row = bySlug.get(share);
		if (!row) return [{ share, reason: "gone", price: null }];
		const reason = row.priceCents === from ? priceRefusal(row, to) : "changed";
		return reason ? [{ share, reason, price: priceOf(row.priceCents) }] : [];
	});
}
