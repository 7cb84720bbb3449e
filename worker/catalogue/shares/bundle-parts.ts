import { eq, type SQL, sql } from "drizzle-orm";
import type { Currency } from "../../contract/money.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { nextRevision } from "../../platform/storage/revisions.ts";
import { bundleParts, type ShareRow, shares } from "./tables.ts";

export const NOT_FOR_BUNDLES = "This isn't possible for a bundle.";

/** Rows with the position as `key` and the slug as `value`. */
const listed = (slugs: readonly string[]) => sql`json_each(${JSON.stringify(slugs)})`;

/** Reads the shares that a bundle is to contain. */
export const readParts = (ctx: CreatorCtx, slugs: readonly string[]): Promise<ShareRow[]> =>
	ctx.db
		.select()
		.from(shares)
		.where(sql`${shares.slug} in (select value from ${listed(slugs)})`);

/** Returns the common currency of the parts, and of `bundle` if given. */
export function checkParts(
	ctx: CreatorCtx,
	slugs: readonly string[],
	found: readonly ShareRow[],
	bundle?: Currency,
): Currency {
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

/** Raises the revision of new parts, whose sales can't be limited from then on. */
export function setParts(ctx: Ctx, id: string, slugs: readonly string[]) {
	const inBundle = sql`(select share_id from bundle_parts where bundle_id = ${id})`;
	return [
		ctx.db
			.update(shares)
			.set(nextRevision(ctx, shares))
			.where(
				sql`${shares.slug} in (select value from ${listed(slugs)})
					and ${shares.id} not in ${inBundle}`,
			),
		ctx.db.delete(bundleParts).where(eq(bundleParts.bundleId, id)),
		insertWhen(
			ctx.db,
			bundleParts,
			{ bundleId: id, shareId: sql`part.id`, position: sql`listed.key` },
			sql`true`,
			sql`${listed(slugs)} listed cross join shares part on part.slug = listed.value`,
		),
	];
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
	if (bundle) throw inBundle(bundle.title);
}

/** For queries from `shares`: a bundle that contains the share, or null. */
export const bundleTitle = sql<string | null>`(select bundle.title from bundle_parts within
	join shares bundle on bundle.id = within.bundle_id where within.share_id = shares.id limit 1)`;

export const inBundle = (bundle: string) =>
	failure("share.in_bundle", {
		message: `This share is part of the bundle “${bundle}”. Take it out of the bundle first, or delete the bundle.`,
		details: { bundle },
	});
