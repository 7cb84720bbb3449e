import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { UPDATE_MAILS_PER_MINUTE } from "../../contract/constants.ts";
import { MAIL_KINDS } from "../../core/mail-kinds.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { OWED } from "../../platform/mail/mail-limits.ts";
import { sendDueMails } from "../../platform/mail/outbox.ts";
import { makeBuyer, makePurchase, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { deliverUpdates } from "./deliver-updates.ts";
import { sendUpdate } from "./send-update.ts";
import { buyerUpdates } from "./tables.ts";

/** 10,000 take four minutes here; docs/benchmarks.md has their figures. */
const BUYERS = 1_000;
/** Half unsubscribe before the message is written, and half while it is on its way. */
const UNSUBSCRIBED = BUYERS / 50;
const MINUTE_MS = 60_000;

/** Copies one purchase for each of the other buyers, and unsubscribes every hundredth. */
async function buyersOf(shareId: string, creatorId: string, purchaseId: string) {
	const { db } = testCtx();
	const numbers = sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers
		where n < ${BUYERS}) select n from numbers)`;
	const { results } = await testCtx()
		.env.DB.prepare("select * from purchases where id = ?")
		.bind(purchaseId)
		.all();
	const columns = Object.keys(results[0] ?? {});
	const own: Record<string, string> = {
		id: "id || '-' || n",
		buyer_email: "'Buyer-' || n || '@many.test'",
		reference: "reference || '-' || n",
		state: "case when n % 50 = 7 then 'refunded' else state end",
	};
	const copied = sql.raw(columns.map((column) => own[column] ?? column).join(", "));
	await db.run(sql`insert into purchases (${sql.raw(columns.join(", "))})
		select ${copied} from purchases, ${numbers} where purchases.id = ${purchaseId}`);
	await db.run(sql`update purchases set state = 'cancelled' where id = ${purchaseId}`);
	const stop = (remainder: number) =>
		db.run(sql`insert into unsubscribes (creator_id, address, created_at)
			select ${creatorId}, 'buyer-' || n || '@many.test', 1 from ${numbers} where n % 100 = ${remainder}`);
	return { shareId, stop };
}

test("a message to many buyers reaches each once, no one who unsubscribed, at the pace of 100 a minute", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => undefined);
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const share = await makeShare(creator.user.id);
	const buyer = await makeBuyer();
	const purchase = await makePurchase(share, buyer.id, { paidAt: Date.now() - 1000 });
	const { stop } = await buyersOf(share.id, creator.user.id, purchase.id);
	await stop(1);
	const sent = new Map<string, number>();
	const receipts: number[] = [];
	let minute = 0;
	const send = async ({ to }: { to: string }) => {
		sent.set(to, (sent.get(to) ?? 0) + 1);
		if (to.startsWith("receipt-")) receipts.push(minute - Number(/-(\d+)@/.exec(to)?.[1]));
		return { messageId: "1" };
	};
	const started = Date.now();
	const base = testCtx();
	const ctx = {
		...base,
		env: { ...base.env, EMAIL: { send } as unknown as SendEmail },
		now: () => started + minute * MINUTE_MS,
	};
	const message = await sendUpdate(
		{ ...ctx, user: creator.user },
		{ slug: share.slug, text: "Hello" },
	);
	// Without those who unsubscribed and those who were refunded.
	expect(message.recipients).toBe(BUYERS - UNSUBSCRIBED / 2 - BUYERS / 50);
	await stop(3);
	for (;;) {
		minute++;
		await queueMail(ctx, {
			kind: MAIL_KINDS.receipt,
			cause: OWED,
			to: `receipt-${minute}@many.test`,
			subject: "s",
			text: "t",
			html: "h",
		});
		await deliverUpdates(ctx);
		await sendDueMails(ctx);
		const [update] = await ctx.db
			.select({ finishedAt: buyerUpdates.finishedAt })
			.from(buyerUpdates)
			.where(eq(buyerUpdates.shareId, share.id));
		if (update?.finishedAt !== null) break;
	}
	await sendDueMails(ctx);
	const mails = [...sent].filter(([to]) => to.startsWith("Buyer-"));
	const numberOf = (to: string) => Number(/-(\d+)@/.exec(to)?.[1]);
	const wrong = mails.filter(
		([to]) => [1, 3].includes(numberOf(to) % 100) || numberOf(to) % 50 === 7,
	);
	expect(mails.filter(([, times]) => times > 1)).toEqual([]);
	expect(wrong).toEqual([]);
	expect(mails).toHaveLength(BUYERS - UNSUBSCRIBED - BUYERS / 50);
	expect(minute).toBe(Math.ceil(message.recipients / UPDATE_MAILS_PER_MINUTE));
	expect(Math.max(...receipts)).toBe(0);
});
