import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { DAY_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { WITHHELD } from "../../platform/mail/outbox.ts";
import { constantTimeEqual } from "../../platform/security/crypto.ts";
import { outbox } from "../../platform/tables.ts";
import { findSaleById, type Sale } from "../../purchases/find-purchase.ts";
import { updateKey } from "./mails.ts";
import { normalised } from "./recipients.ts";
import { buyerUpdates, unsubscribes, updateRecipients } from "./tables.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

/** Longer than a message has mails in the outbox. */
const WAITING_MS = 8 * DAY_MS;

type Link = { purchaseId: string; token: string };

/** Throws `token.not_found`. */
export async function saleOfLink(
	ctx: Ctx,
	{ purchaseId, token }: Link,
): Promise<{ sale: Sale; address: string; isUnsubscribed: boolean }> {
	const sale = await findSaleById(ctx, purchaseId);
	const address = normalised(sale?.purchase.buyerEmail ?? "");
	const own = address && (await unsubscribeToken(ctx, { purchaseId, address }));
	if (!sale || !own || !constantTimeEqual(own, token)) throw failure("token.not_found");
	const [found] = await ctx.db
		.select({ at: unsubscribes.createdAt })
		.from(unsubscribes)
		.where(isSubscription(sale, address));
	return { sale, address, isUnsubscribed: found !== undefined };
}

const isSubscription = ({ purchase }: Sale, address: string) =>
	and(eq(unsubscribes.creatorId, purchase.creatorId), eq(unsubscribes.address, address));

async function withholdQueued(ctx: Ctx, sale: Sale, address: string) {
	const recent = await ctx.db
		.select({ updateId: buyerUpdates.id, attempts: updateRecipients.attempts })
		.from(buyerUpdates)
		.innerJoin(
			updateRecipients,
			and(eq(updateRecipients.updateId, buyerUpdates.id), eq(updateRecipients.address, address)),
		)
		.where(
			and(
				eq(buyerUpdates.creatorId, sale.purchase.creatorId),
				gt(buyerUpdates.createdAt, ctx.now() - WAITING_MS),
			),
		);
	const keys = recent.flatMap(({ updateId, attempts }) =>
		Array.from({ length: attempts + 1 }, (_, attempt) =>
			updateKey(ctx, { updateId, address, attempt }),
		),
	);
	await ctx.db
		.update(outbox)
		.set(WITHHELD)
		.where(
			and(
				inArray(outbox.dedupeKey, sql`(select value from json_each(${JSON.stringify(keys)}))`),
				isNull(outbox.sentAt),
			),
		);
}

/** Receipts, refunds and everything else about purchases still arrive. Idempotent. Throws `token.not_found`. */
export async function unsubscribe(ctx: Ctx, link: Link): Promise<Sale> {
	const { sale, address } = await saleOfLink(ctx, link);
	const row = { creatorId: sale.purchase.creatorId, address, createdAt: ctx.now() };
	await ctx.db.insert(unsubscribes).values(row).onConflictDoNothing();
	await withholdQueued(ctx, sale, address);
	return sale;
}

/** Throws `token.not_found`. */
export async function resubscribe(ctx: Ctx, link: Link): Promise<Sale> {
	const { sale, address } = await saleOfLink(ctx, link);
	await ctx.db.delete(unsubscribes).where(isSubscription(sale, address));
	return sale;
}
