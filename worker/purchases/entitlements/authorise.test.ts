import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { sessions } from "../../accounts/tables.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import {
	accessFor,
	makeBuyer,
	makePurchase,
	makeSale,
	makeShare,
} from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { isPaid, soldOut } from "./access-sql.ts";
import { authorise } from "./authorise.ts";
import { purchaseHolders, purchases } from "./tables.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** Downloaded without a purchase. */
const FREE = { pricing: "free", priceCents: 0, asksAddress: false } as const;

describe("authorise", () => {
	// G3
	it("grants access to the owner and the buyer, and refuses everyone else", async () => {
		const { creator, share, buyer, purchase } = await makeSale();
		expect(await accessFor(creator.ctx, share)).toEqual({ as: "owner" });
		expect(await accessFor(buyer.ctx, share)).toEqual({ as: "buyer", purchaseId: purchase.id });
		expect(await accessFor(testCtx(), share)).toBeNull();
		expect(await accessFor((await makeBuyer()).ctx, share)).toBeNull();
		expect(await accessFor((await makeCreator()).ctx, share)).toBeNull();
		expect(await accessFor(creator.ctx, { id: "unknown" })).toBeNull();
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
		expect(await accessFor(buyer.ctx, share)).toBeNull();
		const link = await makeSale({ share: { saleMode: "link" }, purchase: { state } });
		expect(await accessFor(testCtx(), link.share)).toBeNull();
	});

	// G4
	it.each(["paid", "disputed"] as const)(
		"grants no access for a purchase that is revoked and %s, and the same as before once restored",
		async (state) => {
			const purchase = { state, revokedAt: 1 };
			const { share, buyer, purchase: revoked } = await makeSale({ purchase });
			expect(await accessFor(buyer.ctx, share)).toBeNull();
			const link = await makeSale({ share: { saleMode: "link" }, purchase });
			expect(await accessFor(testCtx(), link.share)).toBeNull();
			expect(await accessFor(link.buyer.ctx, link.share)).toBeNull();
			for (const { id } of [revoked, link.purchase])
				await testCtx().db.update(purchases).set({ revokedAt: null }).where(eq(purchases.id, id));
			const quality = (as: string) => (state === "paid" ? { as } : null);
			const granted = await accessFor(buyer.ctx, share);
			expect(granted && { as: granted.as }).toEqual(quality("buyer"));
			const opened = await accessFor(testCtx(), link.share);
			expect(opened && { as: opened.as }).toEqual(quality("link"));
		},
	);

	it("opens by another purchase of the same buyer that is not revoked", async () => {
		const { share, buyer } = await makeSale({ purchase: { revokedAt: 1 } });
		const { id } = await makePurchase(share, buyer.id);
		expect(await accessFor(buyer.ctx, share)).toEqual({ as: "buyer", purchaseId: id });
	});

	it("keeps access after a partial refund", async () => {
		const { share, buyer } = await makeSale({ purchase: { refundedCents: 300 } });
		expect(await accessFor(buyer.ctx, share)).toMatchObject({ as: "buyer" });
	});

	it("opens a paid share in link mode to anyone, and only that share", async () => {
		const { creator, share, purchase } = await makeSale({ share: { saleMode: "link" } });
		expect(await accessFor(testCtx(), share)).toEqual({ as: "link", purchaseId: purchase.id });
		const other = await makeShare(creator.user.id, { saleMode: "link" });
		expect(await accessFor(testCtx(), other)).toBeNull();
	});

	it.each([
		["not open yet", { opensAt: Date.now() + DAY }],
		["locked by a password", { passwordHash: "hash", unlockHash: "unlock" }],
	])("opens nothing to visitors while the link is %s", async (_, closed) => {
		const { creator, share, buyer } = await makeSale({ share: { saleMode: "link", ...closed } });
		const free = await makeShare(creator.user.id, { ...FREE, ...closed });
		expect(await accessFor(buyer.ctx, share)).toMatchObject({ as: "buyer" });
		const { credentials } = testCtx();
		const unlocked = testCtx({ credentials: { ...credentials, unlocked: ["unlock"] } });
		const later = testCtx({ now: () => Date.now() + 2 * DAY });
		const opened = "passwordHash" in closed ? unlocked : later;
		for (const each of [share, free]) {
			expect(await accessFor(testCtx(), each)).toBeNull();
			expect(await accessFor(opened, each)).not.toBeNull();
		}
	});

	it.each([
		["before the end", 72 * HOUR, false],
		["after it, 26 hours ago", 26 * HOUR, false],
		["after it, 2 hours ago", 2 * HOUR, true],
	])("decides on access after its end for a purchase paid %s", async (_, age, isOpen) => {
		const now = Date.now();
		const ended = { endsAccess: true, expiresAt: now - 50 * HOUR };
		const purchase = { paidAt: now - age };
		for (const saleMode of ["each", "link"] as const) {
			const { share, buyer } = await makeSale({ share: { ...ended, saleMode }, purchase });
			expect((await accessFor(buyer.ctx, share)) !== null).toBe(isOpen);
			const visitor = await accessFor(testCtx(), share);
			expect(visitor !== null).toBe(isOpen && saleMode === "link");
		}
	});

	it("opens no other share of the same creator to a buyer", async () => {
		const { creator, buyer } = await makeSale();
		expect(await accessFor(buyer.ctx, await makeShare(creator.user.id))).toBeNull();
	});

	it("accepts identities that a receipt link added", async () => {
		const { share, purchase } = await makeSale();
		const second = await makeBuyer();
		await second.ctx.db
			.insert(purchaseHolders)
			.values({ purchaseId: purchase.id, buyerId: second.id, createdAt: 0 });
		expect(await accessFor(second.ctx, share)).toMatchObject({ as: "buyer" });
	});

	it("refuses when the session or the buyer's cookie is gone", async () => {
		const { creator, share, buyer } = await makeSale();
		const later = (ms: number) => () => Date.now() + ms;
		expect(await accessFor({ ...creator.ctx, now: later(13 * DAY) }, share)).not.toBeNull();
		expect(await accessFor({ ...creator.ctx, now: later(15 * DAY) }, share)).toBeNull();
		await creator.ctx.db
			.update(sessions)
			.set({ lastSeenAt: Date.now() + 29 * DAY })
			.where(eq(sessions.userId, creator.user.id));
		expect(await accessFor({ ...creator.ctx, now: later(29.5 * DAY) }, share)).not.toBeNull();
		expect(await accessFor({ ...creator.ctx, now: later(31 * DAY) }, share)).toBeNull();
		expect(await accessFor({ ...buyer.ctx, now: later(2 * DAY) }, share)).toBeNull();
	});
});

describe("the reason of a refusal", () => {
	/** The reason, together with the granted access, which must be none. */
	const refusal = async (ctx: Ctx, share: { id: string }) => {
		const outcome = await authorise(ctx, share);
		expect(outcome.access).toBeNull();
		return outcome.reason;
	};

	it.each([
		["started", "payment_pending"],
		["processing", "payment_pending"],
		["claimed", "payment_pending"],
		["cancelled", "cancelled"],
		["declined", "declined"],
		["refunded", "refunded"],
		["disputed", "disputed"],
	] as const)("follows the buyer's purchase that is %s", async (state, reason) => {
		const { share, buyer } = await makeSale({ purchase: { state } });
		expect(await refusal(buyer.ctx, share)).toBe(reason);
		const stranger = await makeBuyer();
		expect(await refusal(stranger.ctx, share)).toBe("not_purchased");
		expect(await refusal(testCtx(), share)).toBe("no_identity");
	});

	it("names the latest of several purchases", async () => {
		const now = Date.now();
		const { share, buyer } = await makeSale({
			purchase: { state: "refunded", createdAt: now - 1000 },
		});
		await makePurchase(share, buyer.id, { state: "claimed", createdAt: now });
		expect(await refusal(buyer.ctx, share)).toBe("payment_pending");
	});

	it("distinguishes a browser without a known identity from one that bought nothing", async () => {
		const { share, buyer } = await makeSale();
		expect(await refusal((await makeBuyer()).ctx, share)).toBe("not_purchased");
		expect(await refusal((await makeCreator()).ctx, share)).toBe("no_identity");
		const expired = { ...buyer.ctx, now: () => Date.now() + 2 * DAY };
		expect(await refusal(expired, share)).toBe("no_identity");
	});

	it("names a reversed payment to everybody in link mode", async () => {
		for (const state of ["refunded", "disputed"] as const) {
			const { share } = await makeSale({ share: { saleMode: "link" }, purchase: { state } });
			expect(await refusal(testCtx(), share)).toBe(state);
		}
		const open = await makeSale({
			share: { saleMode: "link" },
			purchase: { state: "started" },
		});
		expect(await refusal(testCtx(), open.share)).toBe("no_identity");
	});

	it("names a revoked purchase to its buyer, in link mode to everybody, and a refund before that", async () => {
		const revoked = { revokedAt: 1 };
		const { share, buyer } = await makeSale({ purchase: revoked });
		expect(await refusal(buyer.ctx, share)).toBe("revoked");
		expect(await refusal(testCtx(), share)).toBe("no_identity");
		const link = await makeSale({ share: { saleMode: "link" }, purchase: revoked });
		expect(await refusal(testCtx(), link.share)).toBe("revoked");
		const refunded = await makeSale({ purchase: { ...revoked, state: "refunded" } });
		expect(await refusal(refunded.buyer.ctx, refunded.share)).toBe("refunded");
	});

	it("names the state of the share, whoever asks", async () => {
		for (const [status, reason] of [
			["taken_down", "taken_down"],
			["uploading", "not_published"],
			["deleted", "deleted"],
		] as const) {
			const { share, buyer, creator } = await makeSale({ share: { status } });
			for (const { ctx } of [buyer, creator]) expect(await refusal(ctx, share)).toBe(reason);
		}
		expect(await refusal(testCtx(), { id: "unknown" })).toBe("not_found");
	});

	it("names a deletion to buyers after their period, and refunds first", async () => {
		const share = { status: "deleted", deletion: "kept", keptUntil: Date.now() + DAY } as const;
		const { share: kept, buyer } = await makeSale({ share });
		expect((await authorise(buyer.ctx, kept)).reason).toBeNull();
		await buyer.ctx.db
			.update(shares)
			.set({ keptUntil: Date.now() - 1 })
			.where(eq(shares.id, kept.id));
		expect(await refusal(buyer.ctx, kept)).toBe("deleted");
		const refunded = await makeSale({ share, purchase: { state: "refunded" } });
		expect(await refusal(refunded.buyer.ctx, refunded.share)).toBe("refunded");
	});

	it("costs one query", async () => {
		const { share, buyer } = await makeSale();
		const select = vi.spyOn(buyer.ctx.db, "select");
		await authorise(buyer.ctx, share);
		await authorise(testCtx({ db: buyer.ctx.db }), share);
		expect(select).toHaveBeenCalledTimes(2);
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

	it("count revoked sales against maxSales", async () => {
		const { share } = await makeSale({ share: { maxSales: 1 }, purchase: { revokedAt: 1 } });
		expect(await look(testCtx(), share.id)).toEqual({ isPaid: 0, soldOut: 1 });
	});

	it("count paid and disputed sales against maxSales, not refunded ones", async () => {
		const { share } = await makeSale({ share: { maxSales: 2 } });
		await makePurchase(share, (await makeBuyer()).id, { state: "refunded" });
		expect(await look(testCtx(), share.id)).toMatchObject({ soldOut: 0 });
		await makePurchase(share, (await makeBuyer()).id, { state: "disputed" });
		expect(await look(testCtx(), share.id)).toMatchObject({ soldOut: 1 });
	});
});
