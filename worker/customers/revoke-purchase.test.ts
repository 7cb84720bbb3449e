import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../catalogue/shares/tables.ts";
import { auditLog } from "../core/audit-log/tables.ts";
import { soldOut } from "../purchases/entitlements/access-sql.ts";
import { beginCard, payCard, provider, reportSuccess } from "../test/fakes/provider.ts";
import {
	accessOf,
	isPaid,
	mailsTo,
	makeOffer,
	purchaseOf,
	refund,
	sell,
	subjectsTo,
	verify,
} from "../test/fixtures/sale-helpers.ts";
import { accessFor, makeSale } from "../test/fixtures/sales.ts";
import { call, makeCreator, request, testCtx } from "../test/fixtures/test-app.ts";
import type { MyPurchase } from "./receipts/contract.ts";

type Cookies = Record<string, string>;

const REASON = "This copy was passed on to others.\nWrite to me if that is wrong.";
const revoke = (id: string, cookies: Cookies, reason = REASON) =>
	call("POST", `/api/purchases/${id}/revoke`, { reason }, cookies);
const restore = (id: string, cookies: Cookies) =>
	call("POST", `/api/purchases/${id}/restore`, undefined, cookies);

async function sold() {
	const creator = await makeCreator();
	const sale = await sell(creator);
	const { id } = await purchaseOf(sale.intentId);
	return { creator, sale, id, email: `${sale.share.id}@example.test`.toLowerCase() };
}

async function tokenTo(address: string, page: string): Promise<string> {
	const mail = (await mailsTo(address)).at(-1);
	return new RegExp(`${page}#([A-Za-z0-9_-]+)`).exec(mail?.text ?? "")?.[1] ?? "";
}

async function receiptOf(id: string, cookies: Cookies): Promise<MyPurchase> {
	return (await request(`/api/receipts/${id}`, { cookies })).json();
}

describe("a revoked purchase", () => {
	it("gives no access with the next request, and the buyer reads why", async () => {
		const { creator, sale, id, email } = await sold();
		expect(await accessOf(sale.share, sale.cookies)).not.toBeNull();
		expect((await revoke(id, creator.cookies)).status).toBe(204);
		expect(await accessOf(sale.share, sale.cookies)).toBeNull();
		expect(await isPaid(sale)).toBe(false);
		expect(await receiptOf(id, sale.cookies)).toMatchObject({
			state: "paid",
			revoked: { reason: REASON },
		});
		const mail = (await mailsTo(email)).at(-1);
		expect(mail?.subject).toBe("Your access has ended");
		expect(mail?.text).toContain("This copy was passed on to others.");
	});

	it("restores a revoked purchase, and notifies the buyer", async () => {
		const { creator, sale, id, email } = await sold();
		await revoke(id, creator.cookies);
		expect((await restore(id, creator.cookies)).status).toBe(204);
		expect(await accessOf(sale.share, sale.cookies)).toMatchObject({ as: "buyer" });
		expect((await receiptOf(id, sale.cookies)).revoked).toBeNull();
		expect((await subjectsTo(email)).at(-1)).toBe("You have access again");
	});

	it("notifies and records a revocation once", async () => {
		const { creator, id, email } = await sold();
		await revoke(id, creator.cookies);
		await revoke(id, creator.cookies, "Another reason");
		await restore(id, creator.cookies);
		await restore(id, creator.cookies);
		const subjects = (await subjectsTo(email)).slice(1);
		expect(subjects).toEqual(["Your access has ended", "You have access again"]);
		const acts = await testCtx().db.select().from(auditLog).where(eq(auditLog.subjectId, id));
		expect(acts.map(({ act }) => act)).toEqual(["purchase.revoked", "purchase.restored"]);
	});

	// G4
	it("stays closed when the payment is settled again", async () => {
		const { creator, sale, id, email } = await sold();
		await revoke(id, creator.cookies);
		const again = await reportSuccess(sale.intentId, sale.cookies, email);
		expect(await again.json()).toEqual({ isPaid: false, receiptUrl: null });
		expect(await accessOf(sale.share, sale.cookies)).toBeNull();
	});

	// G4
	it("opens by no receipt link and no mailed code", async () => {
		const { creator, sale, id } = await sold();
		const { receiptUrl } = await sale.told.json<{ receiptUrl: string }>();
		await revoke(id, creator.cookies);
		const token = receiptUrl.split("#")[1] ?? "";
		const opened = await call("POST", "/api/receipts/redeem", { token });
		expect(await opened.json()).toMatchObject({ receipt: { revoked: { reason: REASON } } });
		const cookie = opened.headers.getSetCookie().join(";");
		const buyer = /__Host-buyer=([^;]+)/.exec(cookie)?.[1] ?? "";
		expect(buyer).not.toBe("");
		expect(await accessOf(sale.share, { "__Host-buyer": buyer })).toBeNull();
	});

	it("refunds a revoked purchase, even before its restoration", async () => {
		const { creator, sale, id, email } = await sold();
		await revoke(id, creator.cookies);
		expect((await refund(creator, id)).status).toBe(200);
		const returned = await provider().refunds.list({ payment_intent: sale.intentId });
		expect(returned.data.map(({ amount }) => amount)).toEqual([1000]);
		await restore(id, creator.cookies);
		expect(await accessOf(sale.share, sale.cookies)).toBeNull();
		expect(await subjectsTo(email)).not.toContain("You have access again");
	});

	it("opens a restored purchase by the mailed link, at a corrected address too", async () => {
		const { creator, id, email } = await sold();
		await verify(creator);
		await revoke(id, creator.cookies);
		const to = `new.${email}`;
		await call("POST", `/api/purchases/${id}/address`, { email: to }, creator.cookies);
		await call("POST", "/api/address-corrections/confirm", {
			token: await tokenTo(to, "confirm-correction"),
		});
		await restore(id, creator.cookies);
		const opened = await call("POST", "/api/receipts/redeem", {
			token: await tokenTo(to, "receipt"),
		});
		expect(opened.status).toBe(200);
	});

	it("lets the buyer of a revoked purchase buy again", async () => {
		const { creator, sale, id } = await sold();
		await revoke(id, creator.cookies);
		const { intentId, cookies } = await beginCard(sale.share.slug, sale.cookies);
		await payCard(intentId);
		expect((await reportSuccess(intentId, cookies)).status).toBe(200);
		expect(await accessOf(sale.share, sale.cookies)).toMatchObject({ as: "buyer" });
	});

	it("stays a sold copy", async () => {
		const { creator, share, purchase } = await makeSale({ share: { maxSales: 1 } });
		await revoke(purchase.id, creator.cookies);
		const [row] = await testCtx()
			.db.select({ soldOut: soldOut() })
			.from(shares)
			.where(eq(shares.id, share.id));
		expect(row?.soldOut).toBe(1);
	});

	it("closes a link, and opens it again", async () => {
		const { creator, share, purchase } = await makeSale({ share: { saleMode: "link" } });
		expect(await accessFor(testCtx(), share)).toMatchObject({ as: "link" });
		await revoke(purchase.id, creator.cookies);
		expect(await accessFor(testCtx(), share)).toBeNull();
		await restore(purchase.id, creator.cookies);
		expect(await accessFor(testCtx(), share)).toMatchObject({ as: "link" });
	});
});

describe("revoking", () => {
	// G4
	it("asks for a reason, and for a purchase of one's own that is paid", async () => {
		const { creator, id } = await sold();
		expect((await revoke(id, creator.cookies, " \n ")).status).toBe(400);
		expect((await revoke(id, creator.cookies, "x".repeat(501))).status).toBe(400);
		const other = await makeCreator();
		expect((await revoke(id, other.cookies)).status).toBe(404);
		expect((await restore(id, other.cookies)).status).toBe(404);
		const refunded = await makeSale({ purchase: { state: "refunded" } });
		const response = await revoke(refunded.purchase.id, refunded.creator.cookies);
		expect(await response.json()).toMatchObject({
			code: "payment.conflict",
			reason: "revoke.not_paid",
		});
	});

	it("refuses revocations and restorations by suspended creators", async () => {
		const { share } = await makeOffer();
		expect(share.status).toBe("published");
		const suspended = await makeCreator({ suspendedAt: 1 });
		const sale = await sell(await makeCreator());
		const { id } = await purchaseOf(sale.intentId);
		for (const act of [revoke, restore])
			expect(await (await act(id, suspended.cookies)).json()).toMatchObject({
				code: "account.suspended",
			});
	});
});
