import { eq, type SQL, sql } from "drizzle-orm";
import type { Currency } from "../../contract/money.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { bundleParts, shares } from "./tables.ts";

export const NOT_FOR_BUNDLES = "This isn't possible for a bundle.";

/** Rows with the position as `key` and the slug as `value`. */
const listed = (slugs: readonly string[]) => sql`json_each(${JSON.stringify(slugs)})`;

export function canBeParts(ctx: CreatorCtx, slugs: readonly string[], currency: Currency): SQL {
	return sql`(select count(*) from ${listed(slugs)} listed cross join shares part on part.slug = listed.value
		where part.creator_id = ${ctx.user.id} and part.status = 'published' and part.owned_parts is null
		and part.sale_mode = 'each' and part.max_sales is null and part.currency = ${currency}) = ${slugs.length}`;
}

/** Returns the common currency of the parts, and of `bundle` if given. */
export async function checkParts(
	ctx: CreatorCtx,
	slugs: readonly string[],
	bundle?: Currency,
): Promise<Currency> {
	const found = await ctx.db
		.select()
		.from(shares)
		.where(sql`${shares.slug} in (select value from ${listed(slugs)})`);
	const bySlug = new Map(found.map((share) => [share.slug, share]));
	for (const slug of slugs) {
		const share = bySlug.get(slug);
		if (share?.creatorId !== ctx.user.id || share.status !== "published")
			throw invalidField("parts", "A bundle can only contain your own published shares.");
		if (share.ownedParts !== null)
			throw invalidField("parts", "A bundle can't contain another bundle.");
		if (share.saleMode === "link" || share.maxSales !== null)
			throw invalidField(
				"parts",
				"A share for one client, or with limited sales, can't be in a bundle.",
			);
	}
	const currencies = new Set(found.map((share) => share.currency));
	if (bundle) currencies.add(bundle);
	const [currency = ctx.user.currency, ...others] = currencies;
	if (others.length > 0)
		throw invalidField("parts", "All shares in a bundle must be in the same currency.");
	return currency;
}

export function setParts(ctx: Ctx, id: string, slugs: readonly string[], condition: SQL) {
	return [
		ctx.db.delete(bundleParts).where(sql`${bundleParts.bundleId} = ${id} and ${condition}`),
		insertWhen(
			ctx.db,
			bundleParts,
			{ bundleId: id, shareId: sql`part.id`, position: sql`listed.key` },
			condition,
			sql`${listed(slugs)} listed cross join shares part on part.slug = listed.value`,
		),
	] as const;
}

export function dropParts(ctx: Ctx, where: SQL | undefined) {
	return ctx.db
		.delete(bundleParts)
		.where(sql`${bundleParts.bundleId} in (select shares.id from shares where ${where})`);
}

export const isInNoBundle = sql`not exists (select 1 from bundle_parts within
	where within.share_id = shares.id)`;

export async function requireInNoBundle(ctx: Ctx, shareId: string): Promise<void> {
	const [bundle] = await ctx.db
		.select({ title: shares.title })
		.from(bundleParts)
		.innerJoin(shares, eq(shares.id, bundleParts.bundleId))
		.where(eq(bundleParts.shareId, shareId))
		.limit(1);
	if (!bundle) return;
	throw failure("share.in_bundle", {
		message: `This share is part of the bundle “${bundle.title}”. Take it out of the bundle first, or delete the bundle.`,
		details: { bundle: bundle.title },
	});
}
