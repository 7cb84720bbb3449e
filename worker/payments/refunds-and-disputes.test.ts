import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { outbox } from "../platform/tables.ts";
import { beginCard, eventsOf, payCard, provider, sandbox, tellSuccess } from "../test/provider.ts";
import { makeShare } from "../test/sales.ts";
import { balanceOf, chargeOf, deliverAll, isPaid, refund, salesOf, sell } from "../test/sold.ts";
import { call, makeCreator, request, testCtx } from "../test/world.ts";
import { ledger } from "./tables.ts";

async function linesOf(creator: { user: { id: string } }) {
	return testCtx().db.select().from(ledger).where(eq(ledger.creatorId, creator.user.id));
}

describe("a refund", () => {
	it("by the creator ends access with the next request, once", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		const answers = await Promise.all([refund(creator, sale!.id), refund(creator, sale!.id)]);
		expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
		expect(await isPaid(sold)).toBe(false);
		const refunds = await provider().refunds.list({ payment_intent: sold.intentId });
		expect(refunds.data.map((one) => one.amount)).toEqual([1000]);
		expect(await balanceOf(creator)).toMatchObject({ held: "-0.59" });
		const receipt = (await sold.told.json()) as { receiptUrl: string };
		const token = receipt.receiptUrl.split("#")[1];
		expect((await call("POST", "/api/receipts/redeem", { token })).status).toBe(404);
	});

	it("is the owner's to make", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		const [sale] = await salesOf(creator, sold.share);
		expect((await refund(await makeCreator(), sale!.id)).status).toBe(404);
		expect((await call("POST", `/api/purchases/${sale!.id}/refund`)).status).toBe(401);
		expect(await isPaid(sold)).toBe(true);
	});

	it("at the provider, in part, keeps access; the rest ends it", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator);
		await provider().refunds.create({ payment_intent: sold.intentId, amount: 400 });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ refunded: "4.00", net: "5.11" }]);
		await provider().refunds.create({ payment_intent: sold.intentId });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "refunded", net: "-0.59" }]);
	});

	it("that fails at the bank gives access back", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_refundFail" });
		const [sale] = await salesOf(creator, sold.share);
		await refund(creator, sale!.id);
		expect(await isPaid(sold)).toBe(false);
		const [made] = (await provider().refunds.list({ payment_intent: sold.intentId })).data;
		await sandbox(`/refunds/${made?.id}/finish`, { outcome: "failed" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect(await balanceOf(creator)).toMatchObject({ held: "8.91" });
	});
});

describe("a dispute", () => {
	it("closes the files, tells the creator, and opens them again when it is won", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "disputed" }]);
		const [sale] = await salesOf(creator, sold.share);
		expect((await refund(creator, sale!.id)).body.code).toBe("payment.conflict");
		const [dispute] = (await provider().disputes.list({ charge: await chargeOf(sold) })).data;
		await provider().disputes.update(dispute!.id, {
			evidence: { uncategorized_text: "winning_evidence" },
		});
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		const mails = await testCtx()
			.db.select()
			.from(outbox)
			.where(eq(outbox.recipient, creator.user.email));
		expect(mails.filter((mail) => mail.subject.startsWith("A payment is disputed"))).toHaveLength(
			1,
		);
	});

	it("that is lost ends the sale for good", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDispute" });
		await deliverAll(sold);
		const [dispute] = (await provider().disputes.list({ charge: await chargeOf(sold) })).data;
		await provider().disputes.close(dispute!.id);
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(false);
		expect(await salesOf(creator, sold.share)).toMatchObject([{ state: "refunded" }]);
		const sum = (await linesOf(creator)).reduce((total, line) => total + line.amountCents, 0);
		expect(sum).toBe(-59 - 1500);
	});

	it("that is only an inquiry changes nothing", async () => {
		const creator = await makeCreator();
		const sold = await sell(creator, { method: "pm_card_createDisputeInquiry" });
		await deliverAll(sold);
		expect(await isPaid(sold)).toBe(true);
		expect((await eventsOf(sold.intentId)).length).toBeGreaterThan(0);
	});
});

describe("lists", () => {
	it("are the creator's own, and safe to open in a spreadsheet", async () => {
		const creator = await makeCreator();
		const share = await makeShare(creator.user.id, { title: '=HYPERLINK("x")' });
		const begun = await beginCard(share.shareId);
		await payCard(begun.intentId);
		await tellSuccess(begun.intentId, begun.cookies, "buyer@example.test");
		for (const path of ["/api/sales.csv", "/api/ledger.csv"]) {
			const response = await request(path, { cookies: creator.cookies });
			expect(response.headers.get("content-disposition")).toContain("attachment");
			const text = await response.text();
			expect(text).toContain(`"'=HYPERLINK(""x"")"`);
			expect(text).toContain("10.00");
			const other = await request(path, { cookies: (await makeCreator()).cookies });
			expect((await other.text()).trim().split("\r\n")).toHaveLength(1);
			expect((await request(path)).status).toBe(401);
		}
		expect(await salesOf(await makeCreator(), share)).toMatchObject({ code: "share.not_found" });
	});
});
