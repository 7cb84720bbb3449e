import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { shares } from "../catalogue/shares/tables.ts";
import type { ErrorBody } from "../contract/errors.ts";
import { CONSENT_VERSION, consentText } from "../core/page-texts.ts";
import type { MyPurchase } from "../customers/receipts/contract.ts";
import { payCard, reportSuccess } from "../test/fakes/provider.ts";
import { connect, mailsTo, makeOffer, purchaseOf, salesOf } from "../test/fixtures/sale-helpers.ts";
import { makeBuyer } from "../test/fixtures/sales.ts";
import { call, cookiesOf, request, testCtx } from "../test/fixtures/test-app.ts";
import { purchases } from "./entitlements/tables.ts";

type Cookies = Record<string, string>;
const CONSENT = { version: CONSENT_VERSION, locale: "de" } as const;

/** A call of a browser in this country, with German as its language. */
function from(country: string | null, path: string, body: object, cookies: Cookies = {}) {
	return request(path, {
		method: "POST",
		body: JSON.stringify(body),
		cookies: { ...cookies, locale: "de" },
		headers: {
			"content-type": "application/json",
			...(country && { "cf-ipcountry": country }),
		},
	});
}

async function purchasesOf(share: { id: string }) {
	return testCtx().db.select().from(purchases).where(eq(purchases.shareId, share.id));
}

async function begin(country: string | null, slug: string, extra: object = {}, cookies?: Cookies) {
	return from(country, "/api/create-payment-intent", { shareId: slug, ...extra }, cookies);
}

async function buy(country: string | null, method: string, extra: object = {}) {
	const offer = await makeOffer();
	const begun = await begin(country, offer.share.slug, extra);
	const { clientSecret } = (await begun.json()) as { clientSecret: string };
	const [intentId = ""] = clientSecret.split("_secret_");
	const cookies = cookiesOf(begun);
	await payCard(intentId, method);
	const email = `${offer.share.id}@example.test`.toLowerCase();
	expect((await reportSuccess(intentId, cookies, email)).status).toBe(200);
	return { ...offer, cookies, email, purchase: await purchaseOf(intentId) };
}

async function withCashApp() {
	const offer = await makeOffer();
	const setup = { cashAppHandle: "$law" };
	await call("POST", "/api/setup-cashapp", setup, offer.creator.cookies);
	return offer;
}

describe("the consent before a card payment", () => {
	// G33
	it.each(["DE", "FR", "IS", "GB", "XI", "RE"])(
		"is asked for in %s: without it nothing is begun",
		async (country) => {
			const { share } = await makeOffer();
			const refused = await begin(country, share.slug);
			expect(refused.status).toBe(400);
			const body = (await refused.json()) as ErrorBody;
			expect(body).toMatchObject({
				code: "consent.required",
				fields: { consent: "Please check the box to continue." },
				details: { consent: { ...CONSENT, text: expect.stringContaining("Widerrufsrecht") } },
			});
			expect(cookiesOf(refused)).not.toHaveProperty("__Host-buyer");
			expect(await purchasesOf(share)).toEqual([]);
		},
	);

	it.each(["US", "CH", "XX", "T1", "not a country", null])(
		"is not asked for in %s",
		async (country) => {
			const { share } = await makeOffer();
			expect((await begin(country, share.slug)).status).toBe(200);
			const edgeCountry = country === "US" || country === "CH" ? country : null;
			expect(await purchasesOf(share)).toMatchObject([{ edgeCountry, consentAt: null }]);
		},
	);

	it("keeps the agreed words with the purchase, the receipt and its mail", async () => {
		const sold = await buy("DE", "pm_card_de", { consent: CONSENT });
		expect(sold.purchase).toMatchObject({
			consentVersion: CONSENT_VERSION,
			consentLocale: "de",
			edgeCountry: "DE",
			cardCountry: "DE",
			countryConflict: false,
		});
		const path = `/api/receipts/${sold.purchase.id}`;
		const receipt: MyPurchase = await (await request(path, { cookies: sold.cookies })).json();
		const text = consentText(CONSENT_VERSION, "de");
		const at = new Date(sold.purchase.consentAt ?? 0).toISOString();
		expect(receipt.consent).toEqual({ ...CONSENT, text, at });
		const [mail] = await mailsTo(sold.email);
		expect(mail?.text).toContain(text);
		expect(mail?.text).toMatch(/Vor dem Bezahlen, am \d+\. \S+ \d{4} um \d\d:\d\d UTC/);
	});

	it("counts only for the text that is shown now", async () => {
		const { share } = await makeOffer();
		const old = await begin("DE", share.slug, { consent: { ...CONSENT, version: "2020-01" } });
		expect(((await old.json()) as ErrorBody).code).toBe("consent.required");
		const unknown = await begin("DE", share.slug, { consent: { ...CONSENT, locale: "fr" } });
		expect(((await unknown.json()) as ErrorBody).code).toBe("request.invalid");
	});

	it("records consent on a payment that was begun elsewhere without it", async () => {
		const { share } = await makeOffer();
		const begun = await begin("US", share.slug);
		const cookies = cookiesOf(begun);
		expect((await begin("DE", share.slug, {}, cookies)).status).toBe(400);
		expect((await begin("DE", share.slug, { consent: CONSENT }, cookies)).status).toBe(200);
		expect(await purchasesOf(share)).toMatchObject([
			{ edgeCountry: "US", consentVersion: CONSENT_VERSION },
		]);
	});

	it("comes after the refusals that end the payment", async () => {
		const { share } = await makeOffer({ selling: false });
		const refused = await begin("DE", share.slug);
		expect(((await refused.json()) as ErrorBody).code).toBe("share.not_for_sale");
	});
});

describe("the buyer's place", () => {
	it("marks a purchase whose network and card differ, and shows it to the creator", async () => {
		const sold = await buy("US", "pm_card_gb");
		expect(sold.purchase).toMatchObject({ countryConflict: true, consentAt: null });
		expect(await salesOf(sold.creator, sold.share)).toMatchObject([
			{ place: { edge: "US", card: "GB", differ: true } },
		]);
	});

	it("sees no conflict of countries while one is unknown", async () => {
		const sold = await buy(null, "pm_card_fr");
		expect(sold.purchase).toMatchObject({
			edgeCountry: null,
			cardCountry: "FR",
			countryConflict: false,
		});
	});

	it("keeps the countries of a payment to the creator's own account", async () => {
		const { creator, share } = await makeOffer();
		await connect(creator);
		const begun = await begin("US", share.slug);
		const { clientSecret } = (await begun.json()) as { clientSecret: string };
		const [intentId = ""] = clientSecret.split("_secret_");
		await payCard(intentId, "pm_card_ca");
		await reportSuccess(intentId, cookiesOf(begun));
		expect(await purchaseOf(intentId)).toMatchObject({ edgeCountry: "US", cardCountry: "CA" });
	});
});

describe("the consent before a direct payment", () => {
	const confirmation = (slug: string, extra: object = {}) => ({
		shareId: slug,
		buyerEmail: "buyer@example.test",
		confirmationCode: `D-${slug.slice(0, 10)}`,
		...extra,
	});

	it("asks for consent once, before it shows the creator's handle", async () => {
		const { share } = await withCashApp();
		const path = "/api/begin-direct-payment";
		const refused = await from("ES", path, { shareId: share.slug });
		const body = (await refused.json()) as ErrorBody;
		expect(body.code).toBe("consent.required");
		expect(JSON.stringify(body)).not.toContain("$law");
		expect(body.details).toMatchObject({ consent: CONSENT });
		const consent = CONSENT;
		const begun = await from("ES", path, { shareId: share.slug, consent });
		expect(begun.status).toBe(200);
		const again = await from("ES", path, { shareId: share.slug }, cookiesOf(begun));
		expect(again.status).toBe(200);
		const confirm = "/api/confirm-direct-payment";
		const done = await from("ES", confirm, confirmation(share.slug), cookiesOf(begun));
		expect(done.status).toBe(200);
		expect(await purchasesOf(share)).toMatchObject([
			{ state: "claimed", edgeCountry: "ES", consentVersion: CONSENT_VERSION },
		]);
	});

	it("asks for consent with the claim of a payment that was begun without it", async () => {
		const { share } = await withCashApp();
		const begun = await from("US", "/api/begin-direct-payment", { shareId: share.slug });
		const cookies = cookiesOf(begun);
		const confirm = "/api/confirm-direct-payment";
		const refused = await from("IT", confirm, confirmation(share.slug), cookies);
		expect(((await refused.json()) as ErrorBody).code).toBe("consent.required");
		expect(await purchasesOf(share)).toMatchObject([{ state: "started" }]);
		const consented = confirmation(share.slug, { consent: CONSENT });
		expect((await from("IT", confirm, consented, cookies)).status).toBe(200);
		expect(await purchasesOf(share)).toMatchObject([
			{ state: "claimed", consentVersion: CONSENT_VERSION },
		]);
	});

	it("lets a buyer claim a payment made before sales ended", async () => {
		const { share } = await withCashApp();
		const consent = CONSENT;
		const path = "/api/begin-direct-payment";
		const begun = await from("DE", path, { shareId: share.slug, consent });
		const cookies = cookiesOf(begun);
		await testCtx().db.update(shares).set({ selling: false }).where(eq(shares.id, share.id));
		expect((await from("DE", path, { shareId: share.slug }, cookies)).status).toBe(200);
		const confirm = "/api/confirm-direct-payment";
		expect((await from("DE", confirm, confirmation(share.slug), cookies)).status).toBe(200);
	});

	it("records no purchase of a known buyer who has not consented", async () => {
		const { share } = await withCashApp();
		const { cookies } = await makeBuyer();
		const refused = await from("DE", "/api/begin-direct-payment", { shareId: share.slug }, cookies);
		expect(refused.status).toBe(400);
		expect(await purchasesOf(share)).toEqual([]);
	});
});
