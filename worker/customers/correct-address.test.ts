import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { RETENTION } from "../contract/retention.ts";
import { auditLog } from "../core/audit-log/tables.ts";
import { purchases } from "../purchases/entitlements/tables.ts";
import { mailsTo, subjectsTo } from "../test/fixtures/sale-helpers.ts";
import { makeBuyer, makePurchase, makeSale, makeShare } from "../test/fixtures/sales.ts";
import { call, cookiesOf, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import { confirmCorrection } from "./confirm-correction.ts";
import type { CustomerDetails } from "./contract.ts";
import type { MyPurchase } from "./receipts/contract.ts";
import { unsubscribes } from "./updates/tables.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function customer() {
	const creator = await makeCreator({ emailVerifiedAt: 1 });
	const share = await makeShare(creator.user.id);
	const unique = testCtx().id().toLowerCase();
	const [from, to] = [`old.${unique}@example.test`, `new.${unique}@example.test`];
	const buyer = await makeBuyer();
	const one = await makePurchase(share, buyer.id, { buyerEmail: from });
	const two = await makePurchase(share, buyer.id, { buyerEmail: from, state: "refunded" });
	const other = await makeSale({ purchase: { buyerEmail: from } });
	return { creator, share, buyer, from, to, one, two, other };
}
type Customer = Awaited<ReturnType<typeof customer>>;

const ask = ({ creator, one }: Customer, email: string) =>
	call("POST", `/api/purchases/${one.id}/address`, { email }, creator.cookies);
const confirm = (token: string) => call("POST", "/api/address-corrections/confirm", { token });

async function tokenTo(address: string): Promise<string> {
	const mail = (await mailsTo(address)).at(-1);
	return /confirm-correction#([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

async function addressOf(id: string) {
	const [row] = await testCtx().db.select().from(purchases).where(eq(purchases.id, id));
	return row?.buyerEmail;
}

describe("a corrected address", () => {
	// G65
	it("changes nothing until it is confirmed there", async () => {
		const at = await customer();
		expect((await ask(at, at.to)).status).toBe(204);
		expect(await addressOf(at.one.id)).toBe(at.from);
		expect(await mailsTo(at.from)).toEqual([]);
		expect(await subjectsTo(at.to)).toEqual(["Confirm your new email address"]);
		const shown = await request(`/api/customers/${at.one.id}`, { cookies: at.creator.cookies });
		expect(await shown.json<CustomerDetails>()).toMatchObject({ email: at.from, newEmail: at.to });
	});

	// G65
	it("moves all the creator's purchases to the confirmed address, and notifies the former", async () => {
		const at = await customer();
		await ask(at, at.to);
		const token = await tokenTo(at.to);
		const response = await confirm(token);
		expect(await response.json()).toEqual({ email: at.to, purchases: 2 });
		expect(await addressOf(at.one.id)).toBe(at.to);
		expect(await addressOf(at.two.id)).toBe(at.to);
		expect(await addressOf(at.other.purchase.id)).toBe(at.from);
		expect(await subjectsTo(at.from)).toEqual(["Your purchases moved to another email"]);
		const receipts = (await mailsTo(at.to)).slice(1);
		expect(receipts.map(({ subject }) => subject)).toEqual([`Your receipt: ${at.share.title}`]);
		const link = /receipt#([A-Za-z0-9_-]+)/.exec(receipts[0]?.text ?? "")?.[1] ?? "";
		const opened = await call("POST", "/api/receipts/redeem", { token: link });
		expect(opened.status).toBe(200);
		expect(cookiesOf(opened)).toHaveProperty("__Host-buyer");
		const acts = await testCtx()
			.db.select()
			.from(auditLog)
			.where(eq(auditLog.creatorId, at.creator.user.id));
		expect(acts.map(({ act }) => act)).toEqual(["purchase.address_corrected"]);
		expect((await confirm(token)).status).toBe(404);
	});

	it("makes links for all purchases, even beyond the mailed receipts", async () => {
		const at = await customer();
		for (let n = 0; n < 11; n++)
			await makePurchase(await makeShare(at.creator.user.id), at.buyer.id, { buyerEmail: at.from });
		await ask(at, at.to);
		await confirm(await tokenTo(at.to));
		expect((await subjectsTo(at.to)).filter((subject) => /receipt/.test(subject))).toHaveLength(10);
		const mine = await request("/api/my-purchases", { cookies: at.buyer.cookies });
		const paid = (await mine.json<MyPurchase[]>()).filter(({ state }) => state === "paid");
		const opened = paid.map(async ({ receiptUrl }) => {
			const token = receiptUrl.split("#")[1];
			return (await call("POST", "/api/receipts/redeem", { token })).status;
		});
		expect(await Promise.all(opened)).toEqual(Array.from({ length: 12 }, () => 200));
	});

	it("keeps the unsubscribe of the former address", async () => {
		const at = await customer();
		const row = { creatorId: at.creator.user.id, address: at.from, createdAt: 1 };
		await testCtx().db.insert(unsubscribes).values(row);
		await ask(at, at.to);
		await confirm(await tokenTo(at.to));
		const path = `/api/file-shares/${at.share.slug}/updates`;
		const message = await call("POST", path, { text: "News" }, at.creator.cookies);
		expect(await message.json()).toMatchObject({ code: "update.no_buyers" });
	});

	it("replaces an earlier request for a correction", async () => {
		const at = await customer();
		await ask(at, at.to);
		const former = await tokenTo(at.to);
		await ask(at, `newer.${at.to}`);
		expect((await confirm(former)).status).toBe(404);
		expect((await confirm(await tokenTo(`newer.${at.to}`))).status).toBe(200);
	});

	it("lets a correction be confirmed for a week", async () => {
		const at = await customer();
		await ask(at, at.to);
		const token = await tokenTo(at.to);
		const late = testCtx({ now: () => Date.now() + RETENTION.confirmLinkDays * DAY_MS + 1000 });
		await expect(confirmCorrection(late, { token })).rejects.toMatchObject({
			code: "token.not_found",
		});
	});

	// G65
	it("cannot be asked for by a creator without a confirmed address, or for others' customers", async () => {
		const at = await customer();
		const other = await makeCreator({ emailVerifiedAt: 1 });
		const theirs = await ask({ ...at, creator: other }, at.to);
		expect(theirs.status).toBe(404);
		const unverified = await makeSale();
		const { id } = unverified.purchase;
		for (const [path, json] of [
			["address", { email: at.to }],
			["receipt", undefined],
		] as const) {
			const refused = await call(
				"POST",
				`/api/purchases/${id}/${path}`,
				json,
				unverified.creator.cookies,
			);
			expect(await refused.json()).toMatchObject({ code: "account.email_unverified" });
		}
		expect(await mailsTo(at.to)).toEqual([]);
	});
});

describe("a receipt that is sent again", () => {
	const resend = ({ creator, one }: Customer) =>
		call("POST", `/api/purchases/${one.id}/receipt`, undefined, creator.cookies);

	it("mails the receipt with a new link", async () => {
		const at = await customer();
		expect((await resend(at)).status).toBe(204);
		const first = (await mailsTo(at.from)).at(-1)?.text ?? "";
		expect((await resend(at)).status).toBe(204);
		const second = (await mailsTo(at.from)).at(-1)?.text ?? "";
		const tokens = [first, second].map((text) => /receipt#([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? "");
		expect(new Set(tokens).size).toBe(2);
		for (const token of tokens)
			expect((await call("POST", "/api/receipts/redeem", { token })).status).toBe(200);
	});

	// G65
	it("limits repeated receipts, and says when one was not sent", async () => {
		const at = await customer();
		const statuses: number[] = [];
		for (let time = 0; time < 6; time++) statuses.push((await resend(at)).status);
		expect(statuses).toEqual([204, 204, 429, 429, 429, 429]);
		expect(await mailsTo(at.from)).toHaveLength(2);
	});

	it("refuses to send the receipt of a revoked or refunded purchase", async () => {
		const at = await customer();
		const conflict = await resend({ ...at, one: at.two });
		expect(await conflict.json()).toMatchObject({ code: "payment.conflict" });
		const path = `/api/purchases/${at.one.id}/revoke`;
		await call("POST", path, { reason: "Because" }, at.creator.cookies);
		expect((await resend(at)).status).toBe(409);
	});
});
