import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { deleteInSteps, inSteps, nextOf } from "../../platform/storage/in-steps.ts";
import { purchaseHolders, purchaseParts, purchases } from "../../purchases/entitlements/tables.ts";
import { invoices, purchaseCodes, withdrawals } from "../tables.ts";

const MAX_ROWS = 500;

export async function prunePurchaseCodes(ctx: Ctx): Promise<void> {
	await deleteInSteps(ctx, purchaseCodes, lt(purchaseCodes.expiresAt, ctx.now()));
}

/** Deletes direct payments that were declined or never decided: no money is known to have moved. */
export async function pruneClaims(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.claimDays * DAY_MS;
	const old = await ctx.db
		.select({ id: purchases.id })
		.from(purchases)
		.where(
			and(
				eq(purchases.route, "direct"),
				sql`${purchases.state} in ('claimed', 'declined')`,
				lt(purchases.claimedAt, before),
				sql`not exists (select 1 from ledger where ledger.purchase_id = ${purchases.id})`,
				sql`not exists (select 1 from receipt_tokens
					where receipt_tokens.purchase_id = ${purchases.id})`,
			),
		)
		.limit(MAX_ROWS);
	const listed = sql`(select value from json_each(${JSON.stringify(old.map(({ id }) => id))}))`;
	await ctx.db.batch([
		ctx.db.delete(purchaseHolders).where(inArray(purchaseHolders.purchaseId, listed)),
		ctx.db.delete(purchaseParts).where(inArray(purchaseParts.purchaseId, listed)),
		ctx.db.delete(purchases).where(inArray(purchases.id, listed)),
	]);
}

/** Removes personal data after the legal retention period. */
export async function pruneLedger(ctx: Ctx): Promise<void> {
	const before = ctx.now() - RETENTION.ledgerYears * 365.25 * DAY_MS;
	const old = nextOf(
		purchases,
		sql`(buyer_email is not null or confirmation_code is not null
				or edge_country is not null or card_country is not null or revoke_reason is not null)
			and ${lt(purchases.createdAt, before)}`,
	);
	await inSteps(async () => {
		const cleared = await ctx.db
			.update(purchases)
			.set({
				buyerEmail: null,
				confirmationCode: null,
				edgeCountry: null,
				cardCountry: null,
				revokeReason: null,
			})
			.where(old)
			.returning({ id: purchases.id });
		return cleared.length;
	});
	await pruneInvoices(ctx, before);
	await pruneWithdrawals(ctx, before);
}

async function pruneInvoices(ctx: Ctx, before: number): Promise<void> {
	const old = nextOf(
		invoices,
		sql`(seller_name is not null or buyer_name is not null) and ${lt(invoices.issuedAt, before)}`,
	);
	const none = {
		sellerName: null,
		sellerAddress: null,
		sellerCountry: null,
		sellerTaxNumber: null,
		buyerName: null,
		buyerAddress: null,
		buyerCountry: null,
		buyerTaxNumber: null,
		replaced: sql`case when replaced is not null then
			(select json_group_array(json_set(value, '$.buyer', null)) from json_each(replaced)) end`,
	};
	await inSteps(async () => {
		const cleared = await ctx.db.update(invoices).set(none).where(old).returning();
		return cleared.length;
	});
}

async function pruneWithdrawals(ctx: Ctx, before: number): Promise<void> {
	const old = nextOf(
		withdrawals,
		sql`(name is not null or email is not null) and ${lt(withdrawals.at, before)}`,
	);
	await inSteps(async () => {
		const none = { name: null, email: null };
		const cleared = await ctx.db.update(withdrawals).set(none).where(old).returning();
		return cleared.length;
	});
}
