import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { AccountObstacle } from "../../accounts/contract.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { users } from "../../core/tables.ts";
import { handleEvent } from "../../payments/settlement/provider-events.ts";
import { ledger, payoutTransfers } from "../../payments/tables.ts";
import { hashPassword } from "../../platform/security/passwords.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { faultyContext } from "../../test/fakes/faults.ts";
import {
	beginCard,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
	sandbox,
} from "../../test/fakes/provider.ts";
import { balanceOf, connect, deliverAll, sell, status } from "../../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { deleteSharesOfCreator } from "./delete-share.ts";
import { finishDeletions } from "./finish-deletion.ts";
import { findObstacles, requireSettled, settleBeforeDelete } from "./obstacles.ts";

const PASSWORD = "a long enough one";
const DAY = 24 * 60 * 60 * 1000;
let passwordHash = "";

async function creatorWithPassword() {
	passwordHash ||= await hashPassword(PASSWORD);
	return makeCreator({ passwordHash });
}
function deleteAccount(cookies: Record<string, string>, buyers?: "keep" | "refund") {
	return call("DELETE", "/api/account", { password: PASSWORD, ...(buyers && { buyers }) }, cookies);
}
async function obstaclesIn(response: Response): Promise<AccountObstacle[]> {
	const { details } = (await response.json()) as ErrorBody;
	return details?.obstacles as AccountObstacle[];
}
async function isGone(userId: string): Promise<boolean> {
	const [row] = await testCtx().db.select().from(users).where(eq(users.id, userId));
	return row?.deletedAt !== null;
}
async function stateOf(intentId: string) {
	const [row] = await testCtx()
		.db.select()
		.from(purchases)
		.where(eq(purchases.paymentIntentId, intentId));
	return row?.state;
}
async function postEntries(creatorId: string, amountCents: number): Promise<void> {
	const id = testCtx().id();
	const share = await makeShare(creatorId);
	const purchase = await makePurchase(share, (await makeBuyer()).id);
	await testCtx().db.insert(ledger).values({
		id,
		causeKey: id,
		creatorId,
		purchaseId: purchase.id,
		kind: "gross",
		amountCents,
		account: "platform",
		at: Date.now(),
	});
}

describe("an open payment page when an account is deleted", () => {
	it("cancels an open payment page, which doesn't block the deletion", async () => {
		const creator = await creatorWithPassword();
		const share = await makeShare(creator.user.id);
		const begun = await Promise.all([1, 2, 3].map(() => beginCard(share.slug)));
		await makePurchase(share, (await makeBuyer()).id, { state: "started", route: "direct" });
		expect((await deleteAccount(creator.cookies)).status).toBe(204);
		expect(await isGone(creator.user.id)).toBe(true);
		for (const { intentId } of begun) {
			expect((await provider().paymentIntents.retrieve(intentId)).status).toBe("canceled");
			expect(await stateOf(intentId)).toBe("cancelled");
		}
	});

	// G32
	it("an undecided claim, which anyone can make, does not block the deletion", async () => {
		const creator = await creatorWithPassword();
		const share = await makeShare(creator.user.id);
		const claim = await makePurchase(share, (await makeBuyer()).id, {
			state: "claimed",
			route: "direct",
			claimedAt: 1,
			confirmationCode: "CODE",
		});
		expect((await deleteAccount(creator.cookies)).status).toBe(204);
		const [after] = await testCtx().db.select().from(purchases).where(eq(purchases.id, claim.id));
		expect(after?.state).toBe("declined");
	});

	// G32
	it("settles a payment that succeeds before it can be cancelled, and blocks the deletion", async () => {
		const creator = await creatorWithPassword();
		const share = await makeShare(creator.user.id);
		const begun = await beginCard(share.slug);
		// Paid, but no webhook has arrived yet.
		await payCard(begun.intentId);
		const refused = await deleteAccount(creator.cookies);
		expect(refused.status).toBe(409);
		expect(await obstaclesIn(refused)).toMatchObject([
			{ kind: "balance", amount: "8.91", until: null },
		]);
		expect(await stateOf(begun.intentId)).toBe("paid");
		expect(await isGone(creator.user.id)).toBe(false);
		const [kept] = await testCtx().db.select().from(shares).where(eq(shares.id, share.id));
		expect(kept?.status).toBe("published");
	});

	it("refunds in full a payment that succeeds after the share is deleted", async () => {
		const creator = await creatorWithPassword();
		const share = await makeShare(creator.user.id);
		const begun = await beginCard(share.slug);
		await testCtx().db.update(shares).set({ status: "deleted" }).where(eq(shares.id, share.id));
		await payCard(begun.intentId);
		const reported = await reportSuccess(begun.intentId, begun.cookies);
		expect(await reported.json()).toMatchObject({ details: { refunded: true } });
		expect((await deleteAccount(creator.cookies)).status).toBe(204);
		const { data } = await provider().refunds.list({ payment_intent: begun.intentId });
		expect(data.map((refund) => refund.amount)).toEqual([1000]);
	});
});

describe("obstacles to deleting an account", () => {
	it("include a balance, but not a debt", async () => {
		const { user } = await makeCreator();
		await requireSettled(testCtx(), user.id);
		await postEntries(user.id, 891);
		await expect(requireSettled(testCtx(), user.id)).rejects.toMatchObject({
			code: "account.not_settled",
			status: 409,
			message: expect.stringContaining("We still hold $8.91 for you"),
			details: { obstacles: [{ kind: "balance", count: 1, amount: "8.91", until: null }] },
		});
		await postEntries(user.id, -950);
		await requireSettled(testCtx(), user.id);
	});

	it.each([
		["lost", []],
		["open", [{ kind: "refund", amount: "10.00" }]],
	])(
		"include a payment that could not be fulfilled until its buyer has the money: the bank's dispute is %s",
		async (outcome, obstacles) => {
			vi.spyOn(console, "warn").mockImplementation(() => {});
			const creator = await makeCreator();
			const share = await makeShare(creator.user.id);
			const begun = await beginCard(share.slug);
			await testCtx().db.update(shares).set({ status: "deleted" }).where(eq(shares.id, share.id));
			await payCard(begun.intentId, "pm_card_createDispute");
			await reportSuccess(begun.intentId, begun.cookies);
			const [dispute] = (await provider().disputes.list({ payment_intent: begun.intentId })).data;
			if (outcome === "lost") await sandbox(`/disputes/${dispute?.id}/decide`, { outcome });
			for (const event of await eventsOf(begun.intentId)) await handleEvent(testCtx(), event);
			expect(await stateOf(begun.intentId)).toBe("refunded");
			const found = await findObstacles(testCtx(), creator.user.id, { buyers: "keep" });
			expect(found).toMatchObject(obstacles);
			expect(found).toHaveLength(obstacles.length);
		},
	);

	it.each([
		["disputed", "dispute", 90],
		["processing", "processing", 20],
	] as const)("include a purchase that is %s, with the expected end", async (state, kind, days) => {
		const { creator } = await makeSale({ purchase: { state } });
		const found = await findObstacles(testCtx(), creator.user.id, { buyers: "keep" });
		expect(found).toMatchObject([{ kind, count: 1, amount: "10.00" }]);
		const until = Date.parse(found[0]?.until ?? "");
		expect(Math.abs(until - Date.now() - days * DAY)).toBeLessThan(60_000);
		await expect(
			settleBeforeDelete(testCtx(), creator.user.id, { buyers: "refund" }),
		).rejects.toMatchObject({
			code: "account.not_settled",
		});
	});

	it("include an automatic refund and a transfer that are still pending", async () => {
		const { creator, purchase } = await makeSale({
			purchase: { state: "refunded", autoRefundReason: "sold_out", refundedCents: 0 },
		});
		await testCtx().db.insert(payoutTransfers).values({
			id: testCtx().id(),
			purchaseId: purchase.id,
			creatorId: creator.user.id,
			kind: "transfer",
			amountCents: 250,
			account: "acct",
			state: "pending",
			createdAt: 1,
		});
		expect(await findObstacles(testCtx(), creator.user.id, { buyers: "keep" })).toMatchObject([
			{ kind: "transfer", amount: "2.50", until: expect.any(String) },
			{ kind: "refund", amount: "10.00", until: expect.any(String) },
		]);
	});

	it("shows obstacles beforehand, with the deletion's effect on buyers", async () => {
		const creator = await makeCreator();
		await sell(creator);
		const result = await request("/api/account/deletion", creator);
		expect(await result.json()).toMatchObject({
			buyers: 1,
			refundable: 1,
			refundAmount: "10.00",
			obstacles: [{ kind: "balance", amount: "8.91" }],
		});
		expect((await request("/api/account/deletion")).status).toBe(401);
	});
});

describe("deleting an account with buyers", () => {
	it("keeps their purchases available to them", async () => {
		const creator = await creatorWithPassword();
		await connect(creator);
		await status(creator);
		const sold = await sell(creator);
		expect((await deleteAccount(creator.cookies)).status).toBe(204);
		expect(await isGone(creator.user.id)).toBe(true);
		const path = `/api/file-shares/${sold.share.slug}`;
		expect(await (await request(path, sold)).json()).toMatchObject({
			fileShare: { isPaid: true, downloadUntil: expect.any(String) },
		});
		expect((await request(path)).status).toBe(404);
		await finishDeletions(testCtx({ now: () => Date.now() + 32 * DAY }));
		expect((await request(path, sold)).status).toBe(404);
	});

	it("refunds them first if the creator chooses so, which also settles a balance", async () => {
		const creator = await creatorWithPassword();
		const sold = await sell(creator);
		expect((await deleteAccount(creator.cookies)).status).toBe(409);
		expect((await deleteAccount(creator.cookies, "refund")).status).toBe(204);
		const { data } = await provider().refunds.list({ payment_intent: sold.intentId });
		expect(data.map((refund) => refund.amount)).toEqual([1000]);
		expect(await isGone(creator.user.id)).toBe(true);
	});

	it("fails without losing anything when a refund could not be made", async () => {
		const creator = await creatorWithPassword();
		const sold = await sell(creator);
		const away = faultyContext({ where: "provider", when: "before", at: 1 }).ctx();
		await deleteSharesOfCreator(away, creator.user.id, { buyers: "refund" });
		const waits = await findObstacles(testCtx(), creator.user.id, { buyers: "keep" });
		expect(waits.map(({ kind }) => kind)).toEqual(["balance", "refund"]);
		expect((await deleteAccount(creator.cookies, "refund")).status).toBe(409);
		await finishDeletions(testCtx());
		expect(await stateOf(sold.intentId)).toBe("refunded");
		expect(await balanceOf(creator)).toMatchObject({ held: "-0.59" });
		expect((await deleteAccount(creator.cookies)).status).toBe(204);
	});

	it("refuses the deletion while a payment is disputed, before it deletes or refunds anything", async () => {
		const creator = await creatorWithPassword();
		const sold = await sell(creator);
		const disputed = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(disputed);
		const refused = await deleteAccount(creator.cookies, "refund");
		expect((await obstaclesIn(refused)).map(({ kind }) => kind)).toEqual(["dispute"]);
		expect(await stateOf(sold.intentId)).toBe("paid");
		const [share] = await testCtx().db.select().from(shares).where(eq(shares.id, sold.share.id));
		expect(share?.status).toBe("published");
	});
});

describe("money of two currencies", () => {
	it("separates money of two currencies in each of its states", async () => {
		const { user } = await makeCreator();
		const { id: buyerId } = await makeBuyer();
		const ctx = testCtx();
		for (const [currency, priceCents] of [
			["usd", 700],
			["jpy", 90_000],
		] as const) {
			const share = await makeShare(user.id, { currency, priceCents });
			for (const state of ["processing", "disputed"] as const)
				await makePurchase(share, buyerId, { state });
			const { id: purchaseId } = await makePurchase(share, buyerId);
			await ctx.db.insert(ledger).values({
				id: ctx.id(),
				causeKey: ctx.id(),
				creatorId: user.id,
				purchaseId,
				kind: "gross",
				amountCents: 2 * priceCents,
				account: "platform",
				at: ctx.now(),
			});
			await ctx.db.insert(payoutTransfers).values({
				id: ctx.id(),
				purchaseId,
				creatorId: user.id,
				kind: "transfer",
				amountCents: priceCents,
				account: "acct_1",
				state: "pending",
				createdAt: ctx.now(),
			});
		}
		const found = await findObstacles(ctx, user.id, { buyers: "keep" });
		for (const kind of ["processing", "dispute", "transfer", "balance"])
			expect(
				found
					.filter((one) => one.kind === kind)
					.map(({ amount, currency }) => `${amount} ${currency}`)
					.toSorted(),
				kind,
			).toEqual(["7.00 usd", "900.00 jpy"]);
	});
});
