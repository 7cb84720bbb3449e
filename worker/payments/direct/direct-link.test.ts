import { describe, expect, it } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import type { AuditEntry } from "../../core/audit-log/contract.ts";
import {
	type Creator,
	mailsTo,
	makeOffer,
	status,
	verify,
} from "../../test/fixtures/sale-helpers.ts";
import {
	call,
	cookiesOf,
	makeCreator,
	request,
	withVariables,
} from "../../test/fixtures/test-app.ts";
import type { Sale } from "../sales/contract/sales.ts";
import type { BeginDirectResponse, ConfirmDirectResponse, DirectClaim } from "./contract/direct.ts";

const LINK = "https://paypal.me/wanjiru";

const set = (creator: Pick<Creator, "cookies">, body: object) =>
	call("POST", "/api/setup-cashapp", body, creator.cookies);

const begin = (slug: string, cookies = {}) =>
	call("POST", "/api/begin-direct-payment", { shareId: slug }, cookies);

async function creatorOn(slug: string) {
	const page = await (await request(`/api/file-shares/${slug}`)).json<ShareResponse>();
	return page.creator;
}

async function offered() {
	const { creator, share } = await makeOffer({ currency: "eur", priceCents: 1250 });
	expect((await set(creator, { directLink: LINK })).status).toBe(200);
	return { creator, share };
}

describe("a creator's own link", () => {
	it.each([
		[LINK, "kwd", false],
		["https://revolut.me/wanjiru", "kwd", true],
		[LINK, "eur", true],
	] as const)("%s takes %s: %s", async (directLink, currency, isTaken) => {
		const { creator, share } = await makeOffer({ currency, priceCents: 1250 });
		await set(creator, { directLink });
		expect((await creatorOn(share.slug)).directBy === undefined).toBe(!isTaken);
		const begun = await begin(share.slug);
		expect(begun.status).toBe(isTaken ? 200 : 409);
		if (!isTaken) expect(await begun.json()).toMatchObject({ code: "share.no_payment_route" });
	});

	it.each([
		LINK,
		"https://www.paypal.me/wanjiru",
		"https://PayPal.Me/Wanjiru",
		"https://revolut.me/wanjiru",
		"https://wise.com/pay/me/wanjiru123",
		"https://wise.com/pay/business/wanjiru?utm_source=quick_pay",
	])("may be %s", async (directLink) => {
		const creator = await makeCreator();
		expect((await set(creator, { directLink: ` ${directLink} ` })).status).toBe(200);
		expect(await status(creator)).toMatchObject({
			hasPaymentSetup: true,
			paymentMethod: "cashapp",
			cashAppHandle: null,
			directLink,
		});
	});

	// G30
	it.each([
		"",
		"paypal.me/wanjiru",
		"http://paypal.me/wanjiru",
		"javascript:alert(1)//https://paypal.me/wanjiru",
		"https://paypal.me",
		"https://paypal.me/",
		"https://paypal.me:8443/wanjiru",
		"https://wanjiru@paypal.me/wanjiru",
		"https://paypal.me@evil.example/wanjiru",
		"https://evil.example/paypal.me/wanjiru",
		"https://paypal.me.evil.example/wanjiru",
		"https://evilpaypal.me/wanjiru",
		"https://pay.paypal.me/wanjiru",
		"https://www.www.paypal.me/wanjiru",
		"https://paypal.me\\@evil.example/wanjiru",
		"https://paypal.me/wan jiru",
		"https://paypal.me/wan\njiru",
		'https://paypal.me/"><script>alert(1)</script>',
		"https://paypal.me/\u202ewanjiru",
		"https://paypаl.me/wanjiru",
		"https://paypal.me/wanjiru#fragment",
		`https://paypal.me/${"a".repeat(200)}`,
	])("may not be %j", async (directLink) => {
		const creator = await makeCreator();
		const refused = await set(creator, { directLink });
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({
			code: "request.invalid",
			fields: { directLink: expect.any(String) },
		});
		expect(await status(creator)).toMatchObject({ hasPaymentSetup: false, directLink: null });
	});

	it.each([
		["https://evil.example/wanjiru", "Links to this site can't be used here"],
		["https://paypal.me/wanjiru#fragment", "This isn't a link to your own page"],
		["https://paypal.me:8443/wanjiru", "This isn't a link to your own page"],
		["https://paypal.me/", "This isn't a link to your own page"],
	])("is refused with the reason: %s", async (directLink, reason) => {
		const refused = await set(await makeCreator(), { directLink });
		expect(await refused.json()).toMatchObject({
			fields: { directLink: expect.stringContaining(reason) },
		});
	});

	it("stays when another setting is changed, can be removed, and both are recorded", async () => {
		const { creator } = await offered();
		await set(creator, { acceptsCards: false, releaseOnConfirmation: true });
		await set(creator, { directLink: LINK });
		expect(await status(creator)).toMatchObject({
			directLink: LINK,
			acceptsCards: false,
			releaseOnConfirmation: true,
		});
		await set(creator, { directLink: null, acceptsCards: true });
		expect(await status(creator)).toMatchObject({ directLink: null, hasPaymentSetup: false });
		const response = await call("GET", "/api/account/acts", undefined, creator.cookies);
		const acts = (await response.json<AuditEntry[]>()).map(({ act }) => act);
		expect(acts.filter((act) => act === "payout.link_changed")).toHaveLength(2);
		expect(acts).not.toContain("payout.cash_app_changed");
	});

	it("takes euros by the link, with or without Cash App", async () => {
		const { creator, share } = await offered();
		await set(creator, { cashAppHandle: "$wanjiru" });
		expect(await creatorOn(share.slug)).toMatchObject({
			acceptsCard: true,
			acceptsDirect: true,
			directBy: "PayPal",
		});
		expect(await (await begin(share.slug)).json()).toMatchObject({
			directBy: "PayPal",
			directLink: LINK,
			cashAppHandle: null,
			currency: "eur",
			price: "12.50",
		});
	});

	it("takes US dollars by the link until Cash App is set up, and then with a new code", async () => {
		const { creator, share } = await makeOffer();
		await set(creator, { directLink: LINK });
		const byLink = await begin(share.slug);
		const first = await byLink.json<BeginDirectResponse>();
		expect(first).toMatchObject({ directBy: "PayPal", directLink: LINK, cashAppHandle: null });
		await set(creator, { cashAppHandle: "$wanjiru" });
		const second = await (await begin(share.slug, cookiesOf(byLink))).json<BeginDirectResponse>();
		expect(second).toMatchObject({
			directBy: "Cash App",
			directLink: null,
			cashAppHandle: "$wanjiru",
		});
		expect(second.reference).not.toBe(first.reference);
		expect(await creatorOn(share.slug)).toMatchObject({ directBy: "Cash App" });
	});
});

describe("a payment by the link", () => {
	it("names the currency of a direct payment from its claim to the receipt", async () => {
		const { creator, share } = await offered();
		const email = `${share.id.toLowerCase()}@example.test`;
		const begun = await begin(share.slug);
		const { reference } = await begun.json<BeginDirectResponse>();
		const cookies = cookiesOf(begun);
		const claimed = await call(
			"POST",
			"/api/confirm-direct-payment",
			{ shareId: share.slug, buyerEmail: email, confirmationCode: "7XY" },
			cookies,
		);
		const { claimId } = await claimed.json<ConfirmDirectResponse>();
		const path = `/api/direct-claims/${claimId}`;
		const asked = await call("GET", "/api/direct-claims", undefined, creator.cookies);
		expect(await asked.json()).toMatchObject([
			{ price: "12.50", currency: "eur", directBy: "PayPal", reference },
		]);
		expect((await mailsTo(creator.user.email)).at(-1)).toMatchObject({
			subject: "Did you get €12.50 in PayPal?",
			text: expect.stringContaining("A buyer says they paid you €12.50 in PayPal."),
		});
		const approved = await call("POST", `${path}/approve`, undefined, creator.cookies);
		expect(await approved.json<DirectClaim>()).toMatchObject({ state: "paid" });
		const page = await (
			await request(`/api/file-shares/${share.slug}`, { cookies })
		).json<ShareResponse>();
		expect(page.fileShare.isPaid).toBe(true);
		const sales = await call(
			"GET",
			`/api/file-shares/${share.slug}/sales`,
			undefined,
			creator.cookies,
		);
		expect(await sales.json<Sale[]>()).toMatchObject([
			{ route: "direct", directBy: "PayPal", currency: "eur", net: "12.50", where: "direct" },
		]);
	});

	it("names a declined payment's own method after the link has changed", async () => {
		const { creator, share } = await offered();
		const email = `${share.id.toLowerCase()}@example.test`;
		const claimed = await call("POST", "/api/confirm-direct-payment", {
			shareId: share.slug,
			buyerEmail: email,
			confirmationCode: "8XY",
		});
		const { claimId } = await claimed.json<ConfirmDirectResponse>();
		await verify(creator);
		await set(creator, { directLink: "https://revolut.me/wanjiru" });
		const reason = { reason: "not_found" };
		await call("POST", `/api/direct-claims/${claimId}/decline`, reason, creator.cookies);
		expect((await mailsTo(email)).at(-1)).toMatchObject({
			subject: "Your PayPal payment was not found",
		});
	});
});

describe("an operator without links", () => {
	it.each([
		["none", "none"],
		["another site", "bank.example"],
	])("who allows %s", async (_, hosts) => {
		const { creator, share } = await offered();
		await withVariables({ DIRECT_LINK_HOSTS: hosts }, async () => {
			expect((await set(creator, { directLink: LINK })).status).toBe(400);
			expect(await status(creator)).toMatchObject({
				directLink: null,
				directLinkHosts: hosts === "none" ? [] : [hosts],
				hasPaymentSetup: false,
			});
			expect(await creatorOn(share.slug)).toMatchObject({ acceptsDirect: false });
			const refused = await begin(share.slug);
			expect(refused.status).toBe(409);
			expect(await refused.json()).toMatchObject({
				code: "share.no_payment_route",
				reason: "direct.not_accepted",
			});
			if (hosts === "none") return;
			await set(creator, { directLink: `https://${hosts}/wanjiru` });
			expect(await creatorOn(share.slug)).toMatchObject({ directBy: hosts });
		});
	});
});
