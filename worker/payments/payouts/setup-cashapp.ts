import { eq, sql } from "drizzle-orm";
import type * as z from "zod";
import { DIRECT_CURRENCY } from "../../contract/money.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { staleCreatorPages } from "../../core/stale-pages.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { codeOfEndedBatch, endBatchUnless } from "../../platform/storage/ending-batch.ts";
import { linkProblem } from "../direct/contract/direct-way.ts";
import { payoutMethods } from "../tables.ts";
import type { PaymentStatus, setupCashAppInput, setupMethodsInput } from "./contract.ts";
import { paymentStatus } from "./payment-status.ts";

const LINK_SENTENCES = {
	form: "This isn't a link to your own page: copy it from the site, without a # or a port",
	site: "Links to this site can't be used here",
} as const;

const NO_WAY_LEFT =
	"Without cards, buyers need a way to pay you directly in your currency. Add one first.";

/**
 * Begun payments can be finished. Throws `request.invalid` for a link that the operator doesn't allow, and for
 * refusing cards without another way to be paid.
 */
export async function setupCashApp(
	ctx: CreatorCtx,
	{
		cashAppHandle,
		directLink,
		releaseOnConfirmation,
		acceptsCards,
	}: z.infer<typeof setupCashAppInput>,
): Promise<PaymentStatus> {
	const problem = directLink ? linkProblem(directLink, ctx.config.DIRECT_LINK_HOSTS) : null;
	if (problem) throw invalidField("directLink", LINK_SENTENCES[problem]);
	const changes = {
		...(cashAppHandle !== undefined && { cashAppHandle }),
		...(directLink !== undefined && { directLink }),
		...(releaseOnConfirmation !== undefined && { releaseOnConfirmation }),
		...(acceptsCards !== undefined && { acceptsCards }),
		updatedAt: ctx.now(),
	};
	const stored = (column: "cash_app_handle" | "direct_link" | "accepts_cards") =>
		sql`(select ${sql.raw(column)} from payout_methods where user_id = ${ctx.user.id})`;
	const renames = sql`${cashAppHandle ?? null} <> coalesce(${stored("cash_app_handle")}, '')`;
	const links = sql`${directLink !== undefined} and ${directLink ?? null} is not ${stored("direct_link")}`;
	const switches = sql`${acceptsCards ?? null} <> coalesce(${stored("accepts_cards")}, true)`;
	const row = { table: payoutMethods, where: eq(payoutMethods.userId, ctx.user.id) };
	const pays = sql`(${payoutMethods.acceptsCards} or ${payoutMethods.directLink} is not null
		or ${payoutMethods.cashAppHandle} is not null and ${ctx.user.currency === DIRECT_CURRENCY})`;
	const mayClose = acceptsCards === false || directLink === null;
	const change = ctx.db.batch([
		recordOwnAct(ctx, ctx.user.id, { act: "payout.cash_app_changed" }, renames),
		recordOwnAct(ctx, ctx.user.id, { act: "payout.link_changed" }, links),
		recordOwnAct(ctx, ctx.user.id, { act: "payout.cards_switched" }, switches),
		ctx.db
			.insert(payoutMethods)
			.values({ userId: ctx.user.id, ...changes })
			.onConflictDoUpdate({ target: payoutMethods.userId, set: changes }),
		staleCreatorPages(ctx, ctx.user.id),
		...(mayClose ? [endBatchUnless(ctx, row, pays, "request.invalid")] : []),
	]);
	await change.catch((error: unknown) => {
		if (codeOfEndedBatch(error) !== "request.invalid") throw error;
		throw invalidField(acceptsCards === false ? "acceptsCards" : "directLink", NO_WAY_LEFT);
	});
	return paymentStatus(ctx);
}

/** Bank debits take days. Begun payments keep the ways they offer. */
export async function setupMethods(
	ctx: CreatorCtx,
	{ acceptsDelayed }: z.infer<typeof setupMethodsInput>,
): Promise<PaymentStatus> {
	const { id: userId } = ctx.user;
	const switches = sql`${acceptsDelayed} <> coalesce((select accepts_delayed from payout_methods
		where user_id = ${userId}), false)`;
	const changes = { acceptsDelayed, updatedAt: ctx.now() };
	await ctx.db.batch([
		recordOwnAct(ctx, userId, { act: "payout.debits_switched" }, switches),
		ctx.db
			.insert(payoutMethods)
			.values({ userId, ...changes })
			.onConflictDoUpdate({ target: payoutMethods.userId, set: changes }),
	]);
	return paymentStatus(ctx);
}
