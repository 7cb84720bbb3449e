import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { sessions } from "../accounts/tables.ts";
import type { Ctx } from "../context.ts";
import { shares } from "../shares/tables.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../test/sales.ts";
import { makeCreator, testCtx } from "../test/test-app.ts";
import { isPaid, soldOut } from "./access-sql.ts";
import { authorise } from "./authorise.ts";
import { purchaseHolders } from "./tables.ts";

const DAY = 24 * 60 * 60 * 1000;

describe("authorise", () => {
	it("grants access to the owner and the buyer, and refuses everyone else", async () => {
		const { creator, share, buyer, purchase } = await makeSale();
		expect(await authorise(creator.ctx, share)).toEqual({ as: "owner" });
		expect(await authorise(buyer.ctx, share)).toEqual({ as: "buyer", purchaseId: purchase.id });
		expect(await authorise(testCtx(), share)).toBeNull();
		expect(await authorise((await makeBuyer()).ctx, share)).toBeNull();
		expect(await authorise((await makeCreator()).ctx, share)).toBeNull();
		expect(await authorise(creator.ctx, { id: "unknown" })).toBeNull();
	});

	it.each([
		"started",
		"processing",
		"cancelled",
		"claimed",
		"declined",
		"refunded",
		"disputed",
	] as const)("grants no access for a purchase that is %s", async (state) => {
		const { share, buyer } = await makeSale({ purchase: { state } });
		expect(await authorise(buyer.ctx, share)).toBeNull();
		const link = await makeSale({ share: { saleMode: "link" }, purchase: { state } });
		expect(await authorise(testCtx(), link.share)).toBeNull();
	});

	it("keeps access after a partial refund", async () => {
		const { share, buyer } = await makeSale({ purchase: { refundedCents: 300 } });
		expect(await authorise(buyer.ctx, share)).toMatchObject({ as: "buyer" });
	});

	it("opens a paid share in link mode to anyone, and only that share", async () => {
		const { creator, share, purchase } = await makeSale({ share: { saleMode: "link" } });
		expect(await authorise(testCtx(), share)).toEqual({ as: "link", purchaseId: purchase.id });
		const other = await makeShare(creator.user.id, { saleMode: "link" });
		expect(await authorise(testCtx(), other)).toBeNull();
	});

	it("does not open another share of the same creator to a buyer", async () => {
		const { creator, buyer } = await makeSale();
		expect(await authorise(buyer.ctx, await makeShare(creator.user.id))).toBeNull();
	});

	it("accepts identities that a receipt link added", async () => {
		const { share, purchase } = await makeSale();
		const second = await makeBuyer();
		await second.ctx.db
			.insert(purchaseHolders)
			.values({ purchaseId: purchase.id, buyerId: second.id, createdAt: 0 });
		expect(await authorise(second.ctx, share)).toMatchObject({ as: "buyer" });
	});

	it("refuses when the session or the buyer's cookie is gone", async () => {
		const { creator, share, buyer } = await makeSale();
		const later = (ms: number) => () => Date.now() + ms;
		expect(await authorise({ ...creator.ctx, now: later(13 * DAY) }, share)).not.toBeNull();
		expect(await authorise({ ...creator.ctx, now: later(15 * DAY) }, share)).toBeNull();
		await creator.ctx.db
			.update(sessions)
			.set({ lastSeenAt: Date.now() + 29 * DAY })
			.where(eq(sessions.userId, creator.user.id));
		expect(await authorise({ ...creator.ctx, now: later(29.5 * DAY) }, share)).not.toBeNull();
		expect(await authorise({ ...creator.ctx, now: later(31 * DAY) }, share)).toBeNull();
		expect(await authorise({ ...buyer.ctx, now: later(2 * DAY) }, share)).toBeNull();
	});
});

describe("isPaid and soldOut", () => {
	async function look(ctx: Ctx, id: string) {
		const [row] = await ctx.db
			.select({ isPaid: isPaid(ctx), soldOut: soldOut() })
			.from(shares)
			.where(eq(shares.id, id));
		return row;
	}

	it("agree with authorise", async () => {
		const { share, buyer } = await makeSale();
		expect(await look(buyer.ctx, share.id)).toEqual({ isPaid: 1, soldOut: 0 });
		expect(await look(testCtx(), share.id)).toEqual({ isPaid: 0, soldOut: 0 });
		const link = await makeSale({ share: { saleMode: "link" } });
		expect(await look(testCtx(), link.share.id)).toEqual({ isPaid: 1, soldOut: 1 });
	});

	it("count paid and disputed sales against maxSales, not refunded ones", async () => {
		const { share } = await makeSale({ share: { maxSales: 2 } });
		await makePurchase(share, (await makeBuyer()).id, { state: "refunded" });
		expect(await look(testCtx(), share.id)).toMatchObject({ soldOut: 0 });
		await makePurchase(share, (await makeBuyer()).id, { state: "disputed" });
		expect(await look(testCtx(), share.id)).toMatchObject({ soldOut: 1 });
	});
});
