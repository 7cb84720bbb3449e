import { and, eq, sql } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import type { Config } from "../../core/config.ts";
import { keyedLimits } from "../../platform/security/attempts.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { attempts } from "../../platform/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { findSaleById } from "../../purchases/find-purchase.ts";
import { deliver, eventsOf, payCard, provider } from "../../test/fakes/provider.ts";
import { makeOffer, purchaseOf } from "../../test/fixtures/sale-helpers.ts";
import { call, request, testCtx, withVariables } from "../../test/fixtures/test-app.ts";
import { beginDirect } from "../direct/begin-direct.ts";
import { confirmDirect } from "../direct/confirm-direct.ts";
import { fetchPayment } from "../provider.ts";
import { settlePurchase } from "../settlement/settle-purchase.ts";
import { createPaymentIntent } from "./create-payment-intent.ts";

const few = (free: number) => ({
	free,
	firstWaitMs: 30_000,
	maxWaitMs: 60_000,
	resetAfterMs: 60_000,
});
const LIMITS = {
	LIMIT_CARD_BEGUN: few(3),
	LIMIT_CARD_DECLINED: few(2),
	LIMIT_CARD_SHARE: few(100),
};

/** The context of a fresh browser at this address. */
function visit(address: string, more: Partial<Config> = {}) {
	const config = { ...testCtx().config, ...LIMITS, ...more };
	return testCtx({ config, address, credentials: { sessionHash: null, buyerHash: null } });
}

/** Begins a payment in a fresh browser at this address; returns its id, or the code of the refusal. */
async function begin(
	slug: string,
	address: string,
	more: Partial<Config> = {},
	challenge?: string,
) {
	const ctx = visit(address, more);
	try {
		const { response } = await createPaymentIntent(ctx, { slug, challenge });
		return response.clientSecret.split("_secret_")[0] ?? "";
	} catch (error) {
		return (error as { code: string }).code;
	}
}

/** Tries declined cards, and reports them to us as the provider does. */
async function decline(intentId: string, times: number): Promise<void> {
	for (let n = 0; n < times; n++)
		await payCard(intentId, "pm_card_chargeDeclined").catch(() => undefined);
	for (const event of await eventsOf(intentId))
		if (event.type === "payment_intent.payment_failed")
			expect((await deliver(event)).status).toBe(200);
}

const isIntent = (result: string) => result.startsWith("pi_");

async function pay(intentId: string): Promise<void> {
	await payCard(intentId);
	const sale = await findSaleById(testCtx(), (await purchaseOf(intentId)).id);
	if (sale) await settlePurchase(testCtx(), sale, await fetchPayment(testCtx(), intentId));
}

/** Begins a direct payment in a fresh browser at this address; returns "begun", or the code of the refusal. */
const beginDirectly = (slug: string, address: string): Promise<string> =>
	beginDirect(visit(address), { slug }).then(
		() => "begun",
		(error: { code: string }) => error.code,
	);

/** The counter of an address, without those of the larger networks. */
async function counterOf(name: "card-begun" | "direct-begun", address: string) {
	const [limit] = networkLimits(address, { name, ...few(3) });
	const [{ key = "" } = {}] = await keyedLimits(testCtx(), limit ? [limit] : []);
	const { db } = testCtx();
	const [counter] = await db.select().from(attempts).where(eq(attempts.key, key));
	return counter;
}

async function countBuyers(): Promise<number> {
	return (await testCtx().db.all(sql`select * from "buyers"`)).length;
}

const NETWORKS: [string, string[], number][] = [
	["an address", ["198.51.100.1"], 3],
	["a /24", Array.from({ length: 16 }, (_, n) => `192.0.2.${n}`), 12],
	["a /64", ["2001:db8:1::1", "2001:db8:1::2"], 3],
	["a /56", Array.from({ length: 9 }, (_, n) => `2001:db8:2:${n}::1`), 6],
	["a /48", Array.from({ length: 12 }, (_, n) => `2001:db8:3:${n}00::1`), 9],
];

describe("direct payments", () => {
	it.each(NETWORKS)(
		"limits begun direct payments from %s, and writes no refusal",
		async (_name, addresses, most) => {
			const { creator, share } = await makeOffer();
			const payout = { cashAppHandle: "$creator1" };
			expect((await call("POST", "/api/setup-cashapp", payout, creator.cookies)).status).toBe(200);
			const { db } = testCtx();
			const buyersBefore = await countBuyers();
			const results: string[] = [];
			for (let n = 0; n < most + 3; n++)
				results.push(await beginDirectly(share.slug, addresses[n % addresses.length] ?? ""));
			expect(results.slice(most)).toEqual(["begun", "rate.limited", "rate.limited"]);
			expect(await countBuyers()).toBe(buyersBefore + most + 1);
			expect(await db.$count(purchases, eq(purchases.shareId, share.id))).toBe(most + 1);
			expect(await beginDirectly(share.slug, `203.0.${most}.250`)).toBe("begun");
		},
	);

	it("stops counting direct payments once they are claimed", async () => {
		const { creator, share } = await makeOffer();
		await call("POST", "/api/setup-cashapp", { cashAppHandle: "$creator1" }, creator.cookies);
		expect(await beginDirectly(share.slug, "198.51.100.60")).toBe("begun");
		const claim = { slug: share.slug, buyerEmail: "buyer@example.test" };
		const first = await confirmDirect(visit("198.51.100.60"), { ...claim, confirmationCode: "C1" });
		const buyerHash = await sha256(first.buyerToken ?? "");
		const credentials = { sessionHash: null, buyerHash };
		const again = { ...visit("198.51.100.60"), credentials };
		await confirmDirect(again, { ...claim, confirmationCode: "C2" });
		expect(await counterOf("direct-begun", "198.51.100.60")).toMatchObject({ count: 1 });
	});
});

describe("card payments without success", () => {
	// G28
	it.each(NETWORKS)(
		"limits begun card payments from %s, at all shares",
		async (_name, addresses, most) => {
			const offers = [await makeOffer(), await makeOffer()];
			const begun: string[] = [];
			for (let n = 0; n < most + 2; n++) {
				const slug = offers[n % 2]?.share.slug ?? "";
				begun.push(await begin(slug, addresses[n % addresses.length] ?? ""));
			}
			expect(begun.filter(isIntent)).toHaveLength(most + 1);
			expect(begun.at(-1)).toBe("rate.limited");
			const before = await countBuyers();
			await begin(offers[0]?.share.slug ?? "", addresses[0] ?? "");
			expect(await countBuyers()).toBe(before);
			expect(await begin(offers[0]?.share.slug ?? "", `203.0.${most}.251`)).toMatch(/^pi_/);
		},
	);

	// G28
	it.each([
		"127.0.0.1",
		"127.8.8.8",
		"::1",
		"::ffff:127.0.0.1",
		"local",
		"internal",
		"",
		"localhost",
		"203.0.113.7, 127.0.0.1",
		undefined,
	])("exempts nobody in production who claims to be at %j", async (claimed) => {
		const { share } = await makeOffer();
		const results: number[] = [];
		await withVariables(
			{ LOOPBACK_REGISTRATIONS_PER_MINUTE: "0", LIMIT_CARD_BEGUN: "2,30,60,60" },
			async () => {
				for (let n = 0; n < 4; n++) {
					const response = await request("/api/create-payment-intent", {
						method: "POST",
						body: JSON.stringify({ shareId: share.slug }),
						headers: {
							"content-type": "application/json",
							"x-forwarded-for": "127.0.0.1",
							"x-real-ip": "127.0.0.1",
							...(claimed !== undefined && { "cf-connecting-ip": claimed }),
						},
					});
					results.push(response.status);
				}
			},
		);
		expect(results).toEqual([200, 200, 200, 429]);
		await testCtx().db.delete(attempts);
	});

	it("exempts jobs, and the machine itself in development", async () => {
		const { share } = await makeOffer();
		for (const address of ["local", "127.0.0.1", "internal"])
			for (let n = 0; n < 6; n++) expect(await begin(share.slug, address)).toMatch(/^pi_/);
	});

	it("limits concurrent payments too", async () => {
		const { share } = await makeOffer();
		const all = Array.from({ length: 12 }, () => begin(share.slug, "198.51.100.9"));
		const begun = await Promise.all(all);
		// The first attempt beyond the free ones has to wait.
		expect(begun.filter(isIntent)).toHaveLength(4);
	});

	it("stops counting card payments once they are paid", async () => {
		const { share } = await makeOffer();
		for (let n = 0; n < 6; n++) {
			const intent = await begin(share.slug, "198.51.100.2");
			expect(intent).toMatch(/^pi_/);
			await pay(intent);
			expect((await purchaseOf(intent)).networkLimits).toBeNull();
		}
	});

	it("uncounts a successful payment once, but lifts no wait", async () => {
		const { share } = await makeOffer();
		const paid = await begin(share.slug, "198.51.100.7");
		for (let n = 0; n < 4; n++) await begin(share.slug, "198.51.100.7");
		const own = await counterOf("card-begun", "198.51.100.7");
		expect(own?.count).toBe(4);
		await payCard(paid);
		const sale = await findSaleById(testCtx(), (await purchaseOf(paid)).id);
		if (!sale) throw new Error("No sale");
		const snapshot = await fetchPayment(testCtx(), paid);
		await Promise.all([1, 2, 3].map(() => settlePurchase(testCtx(), sale, snapshot)));
		expect(await counterOf("card-begun", "198.51.100.7")).toEqual({ ...own, count: 3 });
		expect(await begin(share.slug, "198.51.100.7")).toBe("rate.limited");
	});

	// G28
	it("cancels a payment after five declined cards, and opens one case", async () => {
		const { share } = await makeOffer();
		const intent = await begin(share.slug, "198.51.100.3");
		await decline(intent, 4);
		expect((await provider().paymentIntents.retrieve(intent)).status).toBe(
			"requires_payment_method",
		);
		await decline(intent, 1);
		expect((await provider().paymentIntents.retrieve(intent)).status).toBe("canceled");
		expect((await purchaseOf(intent)).state).toBe("cancelled");
		await expect(payCard(intent)).rejects.toThrow();
		const another = await begin(share.slug, "198.51.100.4");
		await decline(another, 6);
		const { db } = testCtx();
		const about = and(eq(cases.shareId, share.id), eq(cases.state, "open"));
		const found = await db.select().from(cases).where(about);
		expect(found).toMatchObject([{ kind: "review", subject: share.title }]);
		const entries = await db
			.select()
			.from(caseEntries)
			.where(eq(caseEntries.caseId, found[0]?.id ?? ""));
		expect(entries).toHaveLength(1);
	});

	it("makes a network wait after its declined cards", async () => {
		const [one, other] = [await makeOffer(), await makeOffer()];
		const intent = await begin(one.share.slug, "198.51.100.5");
		await decline(intent, 3);
		expect(await begin(other.share.slug, "198.51.100.5")).toBe("rate.limited");
		expect(await begin(other.share.slug, "203.0.113.6")).toMatch(/^pi_/);
		const { db } = testCtx();
		const [kept] = await db.select().from(purchases).where(eq(purchases.paymentIntentId, intent));
		expect(JSON.stringify(kept?.networkLimits)).not.toContain("198.51.100");
	});
});

describe("with Turnstile", () => {
	afterEach(() => vi.restoreAllMocks());

	// G28
	it("accepts a solved challenge in place of the wait", async () => {
		const verify = "https://challenge.test/verify";
		const real = globalThis.fetch;
		vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
			const request = new Request(input, init);
			if (request.url !== verify) return real(request);
			const token = new URLSearchParams(await request.text()).get("response");
			return token === "solved"
				? Response.json({ success: true, action: "pay" })
				: Response.json({ success: false, "error-codes": ["invalid-input-response"] });
		});
		const keys = {
			TURNSTILE_SITE_KEY: "site",
			TURNSTILE_SECRET_KEY: "secret",
			TURNSTILE_VERIFY_URL: verify,
		};
		const { share } = await makeOffer();
		const from = (challenge?: string) => begin(share.slug, "192.0.2.7", keys, challenge);
		for (let n = 0; n < 4; n++) expect(await from()).toMatch(/^pi_/);
		expect(await from()).toBe("challenge.failed");
		expect(await from("guessed")).toBe("challenge.failed");
		expect(await from("solved")).toMatch(/^pi_/);
	});
});
