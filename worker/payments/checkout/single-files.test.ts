import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { allFiles, shares } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { payCard, provider, reportSuccess, sandbox } from "../../test/fakes/provider.ts";
import { buy, type Gallery, itemsOf, linesOf, makeGallery } from "../../test/fixtures/gallery.ts";
import { accessOf, chargeOf, deliverAll, purchaseOf } from "../../test/fixtures/sale-helpers.ts";
import { call, cookiesOf, testCtx } from "../../test/fixtures/test-app.ts";

type Cookies = Record<string, string>;

const order =
	(route: string) =>
	(it: Gallery, words: string, cookies: Cookies = {}, body: object = {}) =>
		call(
			"POST",
			`/api/${route}`,
			{ shareId: it.share.slug, items: itemsOf(it, words), ...body },
			cookies,
		);
const begin = order("create-payment-intent");
const getFree = (it: Gallery, words: string, cookies: Cookies = {}, email = "fan@example.test") =>
	order("get-free")(it, words, cookies, { buyerEmail: email });
const beginDirect = order("begin-direct-payment");
const problem = async (response: Response) => {
	const { code, reason } = await response.json<ErrorBody & { reason?: string }>();
	return reason ?? code;
};

const setUp = (it: Gallery, fields: Partial<typeof shares.$inferInsert>) =>
	testCtx().db.update(shares).set(fields).where(eq(shares.id, it.share.id));

describe("single files by card", () => {
	it.each([
		["a", 500, "a 500"],
		["a a", 500, "a 500"],
		["a b", 1000, "a 500, b 500"],
		["a b c", 1200, "a 400, b 400, c 400"],
		["web:a", 200, "web:a 200"],
		["a web:a", 500, "a 500"],
		["a web:b", 700, "a 500, web:b 200"],
		["web:*", 800, "web:* 800"],
		["web:a web:b web:c web:d", 800, "web:a 200, web:b 200, web:c 200, web:d 200"],
		["a web:*", 1100, "a 500, web:* 600"],
	])("cost their least price, which their lines add up to: %s", async (words, cents, lines) => {
		const it = await makeGallery();
		const { amount, purchase, told, cookies } = await buy(it, words);
		expect([amount, told.status]).toEqual([cents, 200]);
		expect(purchase).toMatchObject({ ofLines: true, wholeCents: 3000, priceCents: cents });
		expect(await linesOf(it, purchase)).toBe(lines);
		expect(await accessOf(it.share, cookies)).toBeNull();
	});

	it.each([
		["of another share", "elsewhere", "share.changed"],
		["sold only with the whole share", "x", "share.changed"],
		["without a web size", "web:e", "share.changed"],
	])("are refused: %s", async (_, words, code) => {
		const it = await makeGallery();
		expect(await problem(await begin(it, words))).toBe(code);
	});

	it("are refused where they aren't sold, or no longer there", async () => {
		const it = await makeGallery({ web: null });
		expect(await problem(await begin(it, "web:*"))).toBe("share.changed");
		await testCtx()
			.db.delete(allFiles)
			.where(eq(allFiles.id, it.ids.b ?? ""));
		expect(await problem(await begin(it, "b"))).toBe("share.changed");
		await setUp(it, { singles: null });
		expect(await problem(await begin(it, "a"))).toBe("share.changed");
		expect(await problem(await begin(it, "whole", {}, { items: {} }))).toBe("request.invalid");
	});

	it.each([
		["the whole after a file", ["a 500", "whole 2500"]],
		["a package that is completed", ["a 500", "b c 700"]],
		["files that are had already", ["a b 1000", "a b c 200", "a b payment.already_paid"]],
		["an original after its web size", ["web:a 200", "a 300"]],
		["all web sizes after some", ["web:a web:b 400", "web:* 400", "web:c payment.already_paid"]],
		["an original after all web sizes", ["web:* 800", "a 300"]],
		["the web size after its original", ["a 500", "web:a payment.already_paid"]],
		["nothing after the whole", ["whole 3000", "a payment.already_paid"]],
		[
			"the rest for nothing",
			["a b c 1200", "d e web:* payment.nothing_to_pay"],
			{ priceCents: 1230 },
		],
		["parts that reach the whole", ["a 500", "b c d e 600"], { priceCents: 1100 }],
	])("count toward the rest: %s", async (_, steps, fields: { priceCents?: number } = {}) => {
		const it = await makeGallery({}, fields);
		let cookies: Cookies = {};
		for (const step of steps) {
			const [, words = "", end = ""] = /^(.*) (\S+)$/.exec(step) ?? [];
			if (Number.isNaN(Number(end))) {
				expect(await problem(await begin(it, words, cookies))).toBe(end);
				continue;
			}
			const bought = await buy(it, words, cookies);
			expect([bought.amount, bought.told.status]).toEqual([Number(end), 200]);
			cookies = bought.cookies;
		}
		const whole =
			steps.at(-1)?.startsWith("whole") ||
			steps.includes("b c d e 600") ||
			steps[0] === "whole 3000";
		expect((await accessOf(it.share, cookies)) !== null).toBe(whole);
	});

	it("take a code after what was paid", async () => {
		const it = await makeGallery();
		await call("POST", "/api/discounts", { code: "HALF", percent: 50 }, it.creator.cookies);
		const first = await buy(it, "a b", {}, { code: "HALF" });
		expect([first.amount, await linesOf(it, first.purchase)]).toEqual([500, "a 250, b 250"]);
		expect((await buy(it, "whole", first.cookies)).amount).toBe(2500);
	});

	it.each([
		["an amount once, in parts", { amount: "15.00" }, ["a 250", "b 250", "whole 1250"]],
		[
			"nothing for free",
			{ percent: 95, belowMinimum: "free" },
			["a payment.below_card_minimum", "whole 150"],
		],
	])("get from a code %s", async (_, code, steps) => {
		const it = await makeGallery();
		await call("POST", "/api/discounts", { code: "OFF", ...code }, it.creator.cookies);
		let cookies: Cookies = {};
		for (const step of steps) {
			const [words = "", end = ""] = step.split(" ");
			if (Number.isNaN(Number(end))) {
				expect(await problem(await begin(it, words, cookies, { code: "OFF" }))).toBe(end);
				continue;
			}
			const address = `/api/file-shares/${it.share.slug}?code=OFF`;
			const page = await (await call("GET", address, undefined, cookies)).json<ShareResponse>();
			if (words === "whole") expect(page.discount?.price).toBe((Number(end) / 100).toFixed(2));
			const bought = await buy(it, words, cookies, { code: "OFF" });
			expect(bought.amount).toBe(Number(end));
			cookies = bought.cookies;
		}
	});

	it("keep an open attempt only for the same files at the same price", async () => {
		const it = await makeGallery();
		const opened = async (words: string, cookies: Cookies) => {
			const response = await begin(it, words, cookies);
			const { clientSecret } = await response.json<{ clientSecret: string }>();
			return { clientSecret, cookies: { ...cookies, ...cookiesOf(response) } };
		};
		const first = await opened("a b", {});
		expect((await opened("b a", first.cookies)).clientSecret).toBe(first.clientSecret);
		for (const words of ["a", "a web:b", "whole", "a b c"])
			expect((await opened(words, first.cookies)).clientSecret).not.toBe(first.clientSecret);
		const last = await opened("a b", first.cookies);
		await setUp(it, { singles: { fileCents: 400, packages: [], included: 0, web: null } });
		expect((await opened("a b", last.cookies)).clientSecret).not.toBe(last.clientSecret);
	});
});

describe("payments at the same time", () => {
	/** Two browsers pay with one address before either is settled. */
	async function together(it: Gallery, ...orders: [string, string]) {
		const begun = [];
		for (const words of orders) {
			const response = await begin(it, words);
			const { clientSecret } = await response.json<{ clientSecret: string }>();
			begun.push({
				intentId: clientSecret.split("_secret_")[0] ?? "",
				cookies: cookiesOf(response),
			});
		}
		for (const { intentId } of begun) await payCard(intentId);
		const states = [];
		for (const { intentId, cookies } of begun) await reportSuccess(intentId, cookies);
		for (const { intentId } of begun) {
			const { state, autoRefundReason } = await purchaseOf(intentId);
			states.push(autoRefundReason ?? state);
		}
		return states;
	}

	it.each([
		["a", "b", ["paid", "paid"]],
		["a", "a", ["paid", "duplicate"]],
		["a b", "a", ["paid", "duplicate"]],
		["a", "a b", ["paid", "paid"]],
		["a", "web:a", ["paid", "duplicate"]],
		["a", "whole", ["paid", "duplicate"]],
		["whole", "a", ["paid", "duplicate"]],
	] as const)(
		"never cost more than the whole, or open nothing new: %s and %s",
		async (one, other, states) => {
			expect(await together(await makeGallery(), one, other)).toEqual(states);
		},
	);
});

describe("included files", () => {
	it("are free once for all buyers together, also while one is paying", async () => {
		const it = await makeGallery({ included: 2 });
		const paying = await begin(it, "a b c");
		expect(await paying.json()).toMatchObject({ amount: 500 });
		expect(await (await begin(it, "a b")).json()).toMatchObject({ amount: 1000 });
		// Its own attempt doesn't use them up.
		const cookies = cookiesOf(paying);
		const free = await getFree(it, "a b", cookies);
		expect(await free.json()).toMatchObject({ isPaid: true });
		const [first] = await testCtx()
			.db.select()
			.from(purchases)
			.where(and(eq(purchases.shareId, it.share.id), eq(purchases.state, "paid")));
		expect(first).toMatchObject({ freeFiles: 2 });
		expect(await linesOf(it, first ?? { id: "" })).toBe("a 0, b 0");
		expect(await (await begin(it, "c", cookies)).json()).toMatchObject({ amount: 500 });
	});

	it("aren't given twice to buyers at the same moment", async () => {
		const it = await makeGallery({ included: 1 });
		const results = await Promise.all(
			["one", "two", "three"].map((name) => getFree(it, "a", {}, `${name}@example.test`)),
		);
		expect(results.map(({ status }) => status).sort()).toEqual([200, 402, 402]);
	});
});

describe("the share's page", () => {
	it("has what a selection is priced with, in one more query at most", async () => {
		const it = await makeGallery({ included: 2 });
		const basket = async (cookies: Cookies = {}) => {
			const response = await call("GET", `/api/file-shares/${it.share.slug}`, undefined, cookies);
			return (await response.json<ShareResponse>()).basket;
		};
		const { cookies } = await buy(it, "a b c");
		const had = { paid: "5.00", whole: "25.00", freeHad: 2, freeLeft: 0 };
		expect(await basket(cookies)).toEqual(had);
		expect(await basket()).toEqual({ ...had, paid: "0.00", whole: "30.00", freeHad: 0 });
		await setUp(it, { singles: null });
		expect(await basket(cookies)).toBeUndefined();
	});
});

describe("direct payments", () => {
	it("are for single files too, and closed once paid otherwise", async () => {
		const it = await makeGallery();
		await call("POST", "/api/setup-cashapp", { cashAppHandle: "$creator1" }, it.creator.cookies);
		const begun = await beginDirect(it, "a web:b");
		const cookies = cookiesOf(begun);
		expect(await begun.json()).toMatchObject({ price: "7.00", claim: null });
		const claim = {
			shareId: it.share.slug,
			buyerEmail: "buyer@example.test",
			confirmationCode: "ONE",
		};
		const claimed = await call("POST", "/api/confirm-direct-payment", claim, cookies);
		const { claimId } = await claimed.json<{ claimId: string }>();
		expect(await linesOf(it, { id: claimId })).toBe("a 500, web:b 200");
		await buy(it, "whole", cookies);
		const [after] = await testCtx().db.select().from(purchases).where(eq(purchases.id, claimId));
		expect(after).toMatchObject({ state: "declined", declineReason: "already_open" });
	});

	it("are claimed one after the other", async () => {
		const it = await makeGallery();
		await call("POST", "/api/setup-cashapp", { cashAppHandle: "$creator1" }, it.creator.cookies);
		const cookies = cookiesOf(await beginDirect(it, "a"));
		const confirm = (words: string, confirmationCode: string) =>
			order("confirm-direct-payment")(it, words, cookies, {
				buyerEmail: "buyer@example.test",
				confirmationCode,
			});
		const { claimId } = await (await confirm("a", "ONE")).json<{ claimId: string }>();
		for (const words of ["b", "a b", "whole"])
			expect(await problem(await beginDirect(it, words, cookies))).toBe("payment.processing");
		expect(await problem(await confirm("b", "TWO"))).toBe("payment.processing");
		for (const words of ["a", "whole"])
			expect(await (await confirm(words, "ONCE")).json()).toMatchObject({ claimId });
		const begun = await beginDirect(it, "a", cookies);
		expect(await begun.json()).toMatchObject({ price: "5.00", claim: { state: "claimed" } });
	});

	it("for the whole share wait for the creator, also after a payment for a file", async () => {
		const it = await makeGallery();
		await call("POST", "/api/setup-cashapp", { cashAppHandle: "$creator1" }, it.creator.cookies);
		const cookies = cookiesOf(await beginDirect(it, "whole"));
		const claim = { buyerEmail: "buyer@example.test", confirmationCode: "ONE" };
		const claimed = await order("confirm-direct-payment")(it, "whole", cookies, claim);
		const { claimId } = await claimed.json<{ claimId: string }>();
		await buy(it, "a", cookies);
		const approve = `/api/direct-claims/${claimId}/approve`;
		const approved = await call("POST", approve, {}, it.creator.cookies);
		expect(await approved.json()).toMatchObject({ state: "paid" });
		expect(await accessOf(it.share, cookies)).not.toBeNull();
	});
});

describe("reversals", () => {
	it("close lines, reopen them, and no longer count toward the rest", async () => {
		const it = await makeGallery();
		const first = await buy(it, "a", {});
		const open = async () => (await begin(it, "a", first.cookies)).status === 409;
		expect(await open()).toBe(true);
		await sandbox(`/charges/${await chargeOf(first)}/dispute`);
		await deliverAll(first);
		expect(await (await begin(it, "whole", first.cookies)).json()).toMatchObject({ amount: 3000 });
		const [dispute] = (await provider().disputes.list({ payment_intent: first.intentId })).data;
		const evidence = { uncategorized_text: "winning_evidence" };
		await provider().disputes.update(dispute?.id ?? "", { evidence });
		await deliverAll(first);
		expect(await open()).toBe(true);
		expect(await (await begin(it, "whole", first.cookies)).json()).toMatchObject({ amount: 2500 });
		await provider().refunds.create({ payment_intent: first.intentId, amount: 100 });
		await deliverAll(first);
		expect(await (await begin(it, "whole", first.cookies)).json()).toMatchObject({ amount: 2600 });
		await provider().refunds.create({ payment_intent: first.intentId });
		await deliverAll(first);
		expect(await (await begin(it, "a", first.cookies)).json()).toMatchObject({ amount: 500 });
	});
});
