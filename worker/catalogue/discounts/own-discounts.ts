import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { priceOf } from "../../contract/fields.ts";
import type { Currency } from "../../contract/money.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import { requireMoney } from "../../platform/http/require-money.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { type Db, isUniqueViolation } from "../../platform/storage/db.ts";
import { requireHolds } from "../../platform/storage/ending-batch.ts";
import { withFreshRow } from "../../platform/storage/fresh-row.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { nextRevision, unlessChanged, unlessSame } from "../../platform/storage/revisions.ts";
import { type Sums, splitSums, sumsOf } from "../../platform/storage/sums.ts";
import { ownShareId } from "../shares/fetch-own-share.ts";
import { shares } from "../shares/tables.ts";
import { type Discount, type DiscountInput, MAX_DISCOUNTS } from "./contract.ts";
import { covers } from "./find-discount.ts";
import { discountShares, discounts } from "./tables.ts";
import { takenUses } from "./uses-sql.ts";

const isOwn = (ctx: CreatorCtx, id: string) =>
	and(eq(discounts.id, id), eq(discounts.creatorId, ctx.user.id));

export async function listDiscounts(
	ctx: CreatorCtx,
	{ shareId: slug }: { shareId?: string | undefined },
): Promise<Discount[]> {
	const shareId = slug === undefined ? null : await ownShareId(ctx, slug);
	const isForIt = sql`exists (select 1 from shares where shares.id = ${shareId} and ${covers})`;
	const isListed = and(
		eq(discounts.creatorId, ctx.user.id),
		shareId === null ? undefined : isForIt,
	);
	return (await readDiscounts(ctx, ctx.replica, isListed)).map(withoutRevision);
}

export async function showDiscount(
	ctx: CreatorCtx,
	{ id }: { id: string },
): Promise<RevisedDiscount> {
	const [discount] = await readDiscounts(ctx, ctx.replica, isOwn(ctx, id));
	if (!discount) throw failure("discount.not_found");
	return discount;
}

type RevisedDiscount = Discount & { revision: number };

const withoutRevision = ({ revision: _, ...discount }: RevisedDiscount): Discount => discount;

async function readDiscounts(
	ctx: Ctx,
	from: Db,
	where: SQL | undefined,
): Promise<RevisedDiscount[]> {
	const sold = sql`from purchases sold where sold.discount_id = discounts.id
		and sold.state in ('paid', 'disputed')`;
	const [rows, covered] = await from.batch([
		from
			.select({
				row: discounts,
				sales: sql<number>`(select count(*) ${sold})`.as("sales"),
				currency:
					sql<Currency>`iif(discounts.amount_cents is null, users.currency, discounts.currency)`.as(
						"shown_currency",
					),
				revenue: sumsOf(sql`sold.currency`, sql`sold.price_cents - sold.refunded_cents`, sold).as(
					"revenue",
				),
				held: takenUses(ctx).as("held"),
			})
			.from(discounts)
			.innerJoin(users, eq(users.id, discounts.creatorId))
			.where(where)
			.orderBy(desc(discounts.createdAt), desc(discounts.id))
			.limit(MAX_DISCOUNTS),
		from
			.select({ discountId: discountShares.discountId, shareId: shares.slug, title: shares.title })
			.from(discountShares)
			.innerJoin(discounts, eq(discounts.id, discountShares.discountId))
			.innerJoin(shares, eq(shares.id, discountShares.shareId))
			.where(and(where, inArray(shares.status, ["uploading", "published", "taken_down"]))),
	]);
	return rows.map(({ row, revenue, ...figures }) => ({
		id: row.id,
		code: row.code,
		name: row.name,
		percent: row.percentBps === null ? null : row.percentBps / 100,
		amount: row.amountCents === null ? null : priceOf(row.amountCents),
		shares: row.allShares
			? null
			: covered
					.filter(({ discountId }) => discountId === row.id)
					.map(({ shareId, title }) => ({ shareId, title })),
		startsAt: isoOrNull(row.startsAt),
		endsAt: isoOrNull(row.endsAt),
		maxUses: row.maxUses,
		maxPerBuyer: row.maxPerBuyer,
		belowMinimum: row.belowMinimum,
		active: row.active,
		createdAt: new Date(row.createdAt).toISOString(),
		...shownRevenue(revenue, figures.currency),
		revision: row.revision,
		...figures,
	}));
}

function shownRevenue(revenue: Sums, currency: Currency) {
	const { amount, others } = splitSums(revenue, currency);
	return { revenue: amount, otherRevenue: others };
}

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

const msOrNull = (iso: string | null) => (iso === null ? null : Date.parse(iso));

function columnsOf(ctx: CreatorCtx, input: DiscountInput, currency: Currency) {
	const { code, name, percent, amount, shareIds, maxUses, maxPerBuyer, belowMinimum, active } =
		input;
	requireMoney(currency, { amount });
	return {
		code,
		name,
		percentBps: percent === null ? null : Math.round(percent * 100),
		amountCents: amount,
		currency,
		allShares: shareIds === null,
		startsAt: msOrNull(input.startsAt),
		endsAt: msOrNull(input.endsAt),
		maxUses,
		maxPerBuyer,
		belowMinimum,
		active,
		changedAt: ctx.now(),
	};
}

function coverStatements(ctx: CreatorCtx, id: string, slugs: readonly string[] | null) {
	return [
		ctx.db.delete(discountShares).where(eq(discountShares.discountId, id)),
		insertWhen(
			ctx.db,
			discountShares,
			{ discountId: id, shareId: sql`shares.id` },
			sql`shares.creator_id = ${ctx.user.id}`,
			sql`json_each(${JSON.stringify(slugs ?? [])}) wanted
				join shares on shares.slug = wanted.value`,
		).onConflictDoNothing(),
	];
}

/** The currencies of the creator's shares with these slugs. */
const currenciesOf = (ctx: CreatorCtx, slugs: readonly string[] | null) =>
	ctx.db
		.select({ currency: shares.currency, n: sql<number>`count(*)` })
		.from(shares)
		.where(
			and(
				inArray(shares.slug, sql`(select value from json_each(${JSON.stringify(slugs ?? [])}))`),
				eq(shares.creatorId, ctx.user.id),
			),
		)
		.groupBy(shares.currency);

/**
 * Returns that of the code's shares, or of new ones if it applies to all; an amount for all shares keeps its own.
 */
function currencyFor(
	{ user }: CreatorCtx,
	{ shareIds: slugs, amount }: DiscountInput,
	found: Awaited<ReturnType<typeof currenciesOf>>,
	before?: typeof discounts.$inferSelect,
): Currency {
	if (slugs === null)
		return amount === null || !before || before.amountCents === null
			? user.currency
			: before.currency;
	if (found.reduce((sum, { n }) => sum + n, 0) !== new Set(slugs).size)
		throw invalidField("shareIds", "You don't have this share.");
	if (amount !== null && found.length > 1)
		throw invalidField("shareIds", "An amount can only be taken off shares in one currency.");
	return found[0]?.currency ?? user.currency;
}

/** Throws `discount.taken` if `write` violates the unique index of codes. */
const givingCode = <Result>(write: Promise<Result>): Promise<Result> =>
	write.catch((error: unknown) => {
		if (!isUniqueViolation(error)) throw error;
		throw failure("discount.taken", { fields: { code: "You already have this code." } });
	});

export async function createDiscount(
	ctx: CreatorCtx,
	input: DiscountInput,
): Promise<RevisedDiscount> {
	if (input.endsAt !== null && Date.parse(input.endsAt) <= ctx.now())
		throw invalidField("endsAt", "This is already in the past. Choose a later time, or none.");
	const { shareIds: slugs } = input;
	const currency = currencyFor(ctx, input, slugs === null ? [] : await currenciesOf(ctx, slugs));
	const id = ctx.id();
	const hasRoom = sql`(select count(*) from discounts others
		where others.creator_id = ${ctx.user.id}) < ${MAX_DISCOUNTS}`;
	const row = { ...columnsOf(ctx, input, currency), id, creatorId: ctx.user.id };
	await givingCode(
		namedBatch(ctx.db, {
			room: requireHolds(ctx, hasRoom, "discount.too_many"),
			created: ctx.db.insert(discounts).values({ ...row, createdAt: ctx.now() }),
			covered: coverStatements(ctx, id, slugs),
		}),
	);
	return fetchDiscount(ctx, id);
}

async function fetchOwnForEdit(ctx: CreatorCtx, id: string, slugs: readonly string[] | null) {
	const [[row], currencies] = await ctx.db.batch([
		ctx.db.select().from(discounts).where(isOwn(ctx, id)),
		currenciesOf(ctx, slugs),
	]);
	if (!row) throw failure("discount.not_found");
	return { row, revision: row.revision, currencies };
}

/** Existing quotes stay valid. */
export async function editDiscount(
	ctx: CreatorCtx,
	{ id, ...input }: DiscountInput & { id: string },
): Promise<RevisedDiscount> {
	await givingCode(
		withFreshRow(
			ctx,
			() => fetchOwnForEdit(ctx, id, input.shareIds),
			({ row, currencies }) => {
				const currency = currencyFor(ctx, input, currencies, row);
				return {
					guard: unlessSame(ctx, discounts, row, ["revision"]),
					edited: ctx.db
						.update(discounts)
						.set({ ...columnsOf(ctx, input, currency), ...nextRevision(ctx, discounts) })
						.where(eq(discounts.id, id)),
					covered: coverStatements(ctx, id, input.shareIds),
				};
			},
		),
	);
	return fetchDiscount(ctx, id);
}

export async function switchDiscount(
	ctx: CreatorCtx,
	{ id, active }: { id: string; active: boolean },
): Promise<RevisedDiscount> {
	await ctx.db.batch([
		unlessChanged(ctx, discounts, isOwn(ctx, id)),
		ctx.db
			.update(discounts)
			.set({ active, changedAt: ctx.now(), ...nextRevision(ctx, discounts) })
			.where(isOwn(ctx, id)),
	]);
	return fetchDiscount(ctx, id);
}

/** Sales keep the code's letters. */
export async function deleteDiscount(ctx: CreatorCtx, { id }: { id: string }): Promise<void> {
	const { deleted } = await namedBatch(ctx.db, {
		guard: unlessChanged(ctx, discounts, isOwn(ctx, id)),
		deleted: ctx.db.delete(discounts).where(isOwn(ctx, id)).returning({ id: discounts.id }),
	});
	if (deleted.length === 0) throw failure("discount.not_found");
}

async function fetchDiscount(ctx: CreatorCtx, id: string): Promise<RevisedDiscount> {
	const [discount] = await readDiscounts(ctx, ctx.db, isOwn(ctx, id));
	if (!discount) throw failure("discount.not_found");
	return discount;
}

export async function exportDiscounts(ctx: Ctx, userId: string): Promise<Discount[]> {
	return (await readDiscounts(ctx, ctx.db, eq(discounts.creatorId, userId))).map(withoutRevision);
}
