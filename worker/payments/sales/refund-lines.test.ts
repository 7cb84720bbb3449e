import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { allFiles } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { expectMoreTrips } from "../../test/checks/round-trips.ts";
import { provider } from "../../test/fakes/provider.ts";
import { buy, linesOf, makeGallery } from "../../test/fixtures/gallery.ts";
import {
	deliverAll,
	finishRefund,
	mailsTo,
	purchaseOf,
	refundsOf,
} from "../../test/fixtures/sale-helpers.ts";
import { call, makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import type { Sale } from "./contract/sales.ts";

async function sold(words = "a b c web:d", method?: string) {
	const gallery = await makeGallery();
	const email = `${gallery.share.id}@example.test`.toLowerCase();
	const bought = await buy(gallery, words, {}, { email, ...(method && { method }) });
	const lines = (names: string) =>
		names.split(" ").map((word) => {
			const [name = "", size] = word.split(":").reverse();
			return { file: gallery.ids[name] ?? name, edition: size ?? "full" };
		});
	return {
		gallery,
		bought,
		email,
		refund: (names: string, body: object = {}, { cookies } = gallery.creator) =>
			call(
				"POST",
				`/api/purchases/${bought.purchase.id}/refund`,
				{ lines: lines(names), ...body },
				cookies,
			),
		/** made at the provider, before anything was recorded */
		refundThere: (names: string, amount: number) =>
			provider().refunds.create({
				payment_intent: bought.intentId,
				amount,
				metadata: {
					lines0: lines(names)
						.map((line) => `${line.file}:${line.edition}`)
						.join(" "),
				},
			}),
		lines: () => linesOf(gallery, bought.purchase),
		returned: async () =>
			(await refundsOf(bought.intentId))
				.filter(({ status }) => status !== "failed")
				.map(({ amount }) => amount)
				.sort(),
	};
}

describe("a refund of single files", () => {
	it("returns what was paid for them once, with the fee in proportion, and ends access to them", async () => {
		const it = await sold();
		expect(await it.lines()).toBe("a 412, b 412, c 411, web:d 165");
		const response = await it.refund("a web:d");
		const sale = await response.json<Sale>();
		expect(sale).toMatchObject({ state: "paid", refunded: "5.77" });
		// In the share's order.
		expect(sale.lines?.map(({ name, refundedAt }) => [name, refundedAt !== null])).toEqual([
			["a.jpg", true],
			["b.jpg", false],
			["c.jpg", false],
			["d.jpg", true],
		]);
		expect(await it.lines()).toBe("a refunded, b 412, c 411, web:d refunded");
		expect((await it.refund("web:d a")).status).toBe(200);
		expect(await it.returned()).toEqual([577]);
		const [receipt, told, ...others] = await mailsTo(it.email);
		expect(others).toEqual([]);
		const words = "Sunset set (3 files, 1 picture in web size)";
		for (const mail of [receipt, told]) expect(mail?.text).toContain(words);
		expect(told?.text).toContain("You can no longer download what it was for.");
		const path = `/api/receipts/${it.bought.purchase.id}`;
		const shown = await call("GET", path, undefined, it.bought.cookies);
		expect(await shown.json()).toMatchObject({ bought: { full: 3, web: 1 } });
		// The fee of 5 % belongs to $14.00.
		expect(Number(sale.net)).toBeCloseTo(14 - 0.7 - Number(sale.processingFee) - 5.77 + 0.29, 2);
		// What was returned no longer counts toward the rest.
		expect((await buy(it.gallery, "a", it.bought.cookies)).amount).toBe(377);
	});

	it("ends the purchase with its last line", async () => {
		const it = await sold();
		await it.refund("a b");
		const last = await it.refund("c web:d");
		expect(await last.json()).toMatchObject({ state: "refunded", refunded: "14.00" });
		expect(await it.returned()).toEqual([576, 824]);
	});

	it("returns no line twice to requests at the same time", async () => {
		const it = await sold();
		// Each that comes second asks the provider again.
		const done = expectMoreTrips(6, "provider");
		const responses = await Promise.all(
			["a b", "b c", "b a", "c"].map((names) => it.refund(names)),
		);
		expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		done();
		const cents = (await it.returned()).reduce((sum, amount) => sum + amount, 0);
		expect(cents).toBe(412 + 412 + 411);
		expect(await it.lines()).toBe("a refunded, b refunded, c refunded, web:d 165");
	});

	it.each([
		["its event", async (it: Awaited<ReturnType<typeof sold>>) => deliverAll(it.bought)],
		[
			"the same request",
			async (it: Awaited<ReturnType<typeof sold>>) => void (await it.refund("a")),
		],
		["another one", async (it: Awaited<ReturnType<typeof sold>>) => void (await it.refund("b a"))],
	])("is completed after a crash by %s", async (name, complete) => {
		const it = await sold();
		await it.refundThere("a", 412);
		expect(await it.lines()).toContain("a 412");
		await complete(it);
		expect(await it.lines()).toContain("a refunded");
		expect(await it.returned()).toEqual(name === "another one" ? [412, 412] : [412]);
	});

	it("opens the files again when it fails at the bank, and can be repeated", async () => {
		const it = await sold("a b", "pm_card_refundFail");
		await it.refund("a");
		expect(await it.lines()).toBe("a refunded, b 500");
		await finishRefund(it.bought.intentId, "failed");
		await deliverAll(it.bought);
		expect(await it.lines()).toBe("a 500, b 500");
		await it.refund("a");
		expect(await it.lines()).toBe("a refunded, b 500");
	});

	it("returns no line again whose file was replaced", async () => {
		const it = await sold();
		await it.refund("a");
		const { a = "", x = "" } = it.gallery.ids;
		await testCtx()
			.db.update(allFiles)
			.set({ state: "earlier", replacedBy: x, replacedAt: 1, kept: true })
			.where(eq(allFiles.id, a));
		expect((await it.refund("x")).status).toBe(200);
		expect(await it.returned()).toEqual([412]);
		expect(await it.lines()).toBe("b 412, c 411, web:d 165, x refunded");
	});

	it("is refused while a purchase of the whole share that counts them stands", async () => {
		const it = await sold("a b");
		const whole = await buy(it.gallery, "whole", it.bought.cookies);
		expect(whole.amount).toBe(2000);
		for (const body of [{}, { lines: undefined }]) {
			const { reason } = await (await it.refund("a", body)).json<ErrorBody>();
			expect(reason).toBe("refund.whole_first");
		}
		expect(await it.returned()).toEqual([]);
		const path = `/api/purchases/${whole.purchase.id}/refund`;
		expect((await call("POST", path, {}, it.gallery.creator.cookies)).status).toBe(200);
		expect((await it.refund("a")).status).toBe(200);
		expect(await it.lines()).toBe("a refunded, b 500");
	});

	it("is refused for other lines, other creators, and more than is left", async () => {
		const it = await sold();
		const problem = async (response: Response) => (await response.json<ErrorBody>()).code;
		expect(await problem(await it.refund("a e"))).toBe("request.invalid");
		expect(await problem(await it.refund("web:a"))).toBe("request.invalid");
		expect(await problem(await it.refund("a", { amount: "1.00" }))).toBe("request.invalid");
		expect(await problem(await it.refund("a", {}, await makeCreator()))).toBe("purchase.not_found");
		await provider().refunds.create({ payment_intent: it.bought.intentId, amount: 1200 });
		expect(await problem(await it.refund("a"))).toBe("request.invalid");
		expect(await it.lines()).toContain("a 412");
		await call(
			"POST",
			`/api/purchases/${it.bought.purchase.id}/refund`,
			{},
			it.gallery.creator.cookies,
		);
		expect(await purchaseOf(it.bought.intentId)).toMatchObject({ state: "refunded" });
	});

	it("of all web sizes also ends access to a picture left out since, and a failed one restores it", async () => {
		const { gallery, bought, refund, lines } = await sold("e web:*", "pm_card_refundFail");
		const { a = "" } = gallery.ids;
		const path = `/api/file-shares/${gallery.share.slug}`;
		const edit = { files: [{ id: a, wholeOnly: true }] };
		expect((await call("PATCH", path, edit, gallery.creator.cookies)).status).toBe(200);
		const opened = async ({ cookies }: { cookies: Record<string, string> }) => {
			const page = await (await call("GET", path, undefined, cookies)).json<ShareResponse>();
			return page.files.filter((file) => file.bought).map((file) => file.originalName[0]);
		};
		expect(await opened(bought)).toEqual(["a", "b", "c", "d", "e"]);
		expect(await opened(await buy(gallery, "web:*"))).toEqual(["b", "c", "d"]);
		expect((await refund("web:*")).status).toBe(200);
		expect(await opened(bought)).toEqual(["e"]);
		await finishRefund(bought.intentId, "failed");
		await deliverAll(bought);
		expect(await opened(bought)).toEqual(["a", "b", "c", "d", "e"]);
		expect(await lines()).toBe("e 500, web:* 800, web:a 0");
	});
});
