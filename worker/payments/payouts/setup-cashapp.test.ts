import { describe, expect, it } from "vitest";
import type { ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import type { AuditEntry } from "../../core/audit-log/contract.ts";
import { makeOffer, status } from "../../test/fixtures/sale-helpers.ts";
import { call, cookiesOf, makeCreator, request } from "../../test/fixtures/test-app.ts";

describe("the Cash App handle", () => {
	it.each([
		["creator", "Cash App handle must start with $"],
		["$", "Handle must be 1-20 characters after the $"],
		["$aaaaaaaaaaaaaaaaaaaaa", "Handle must be 1-20 characters after the $"],
		["$a-b", "Handle can only contain letters and numbers"],
	])("is refused: %s", async (cashAppHandle, message) => {
		const creator = await makeCreator();
		const response = await call("POST", "/api/setup-cashapp", { cashAppHandle }, creator.cookies);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ message });
	});

	it("returns the handle, and changes it without losing the switch", async () => {
		const creator = await makeCreator();
		expect(await status(creator)).toMatchObject({ hasPaymentSetup: false, paymentMethod: null });
		const set = (body: object) => call("POST", "/api/setup-cashapp", body, creator.cookies);
		await set({ cashAppHandle: "$one", releaseOnConfirmation: true });
		await set({ cashAppHandle: "$two" });
		expect(await status(creator)).toEqual({
			hasPaymentSetup: true,
			paymentMethod: "cashapp",
			cashAppHandle: "$two",
			directLink: null,
			directLinkHosts: ["paypal.me", "revolut.me", "wise.com"],
			acceptsCards: true,
			acceptsDelayed: false,
			currency: "usd",
			sharesKeepCurrency: false,
			proposedCurrency: "usd",
			cardPayouts: {
				connected: false,
				chargesEnabled: false,
				isAbroad: false,
				settlesIn: null,
				proposedCountry: null,
				balance: "0.00",
				otherBalances: [],
			},
			releaseOnConfirmation: true,
		});
	});

	it("offers only the direct way while the creator refuses cards", async () => {
		const { creator, share } = await makeOffer();
		const set = (acceptsCards: boolean) =>
			call("POST", "/api/setup-cashapp", { cashAppHandle: "$one", acceptsCards }, creator.cookies);
		const seen = async () => {
			const page = await (await request(`/api/file-shares/${share.slug}`)).json<ShareResponse>();
			return [page.creator.acceptsCard, page.creator.acceptsDirect];
		};
		const pay = (cookies = {}) =>
			call("POST", "/api/create-payment-intent", { shareId: share.slug }, cookies);
		const begun = await pay();
		await set(false);
		expect(await seen()).toEqual([false, true]);
		expect(await status(creator)).toMatchObject({ acceptsCards: false, paymentMethod: "cashapp" });
		for (const refused of [await pay(), await pay(cookiesOf(begun))]) {
			expect(refused.status).toBe(409);
			expect(await refused.json()).toMatchObject({
				code: "share.no_payment_route",
				reason: "payment.cards_refused",
			});
		}
		const direct = await call("POST", "/api/begin-direct-payment", { shareId: share.slug });
		expect(direct.status).toBe(200);
		await set(true);
		expect(await seen()).toEqual([true, true]);
		expect((await pay()).status).toBe(200);
		const acts = await call("GET", "/api/account/acts", undefined, creator.cookies);
		expect((await acts.json<AuditEntry[]>()).map(({ act }) => act)).toEqual(
			expect.arrayContaining(["payout.cards_switched", "payout.cards_switched"]),
		);
	});

	it("requires a direct way of a creator who refuses cards", async () => {
		const creator = await makeCreator();
		const set = async (body: object) => {
			const response = await call("POST", "/api/setup-cashapp", body, creator.cookies);
			return response.ok ? null : Object.keys((await response.json<ErrorBody>()).fields ?? {});
		};
		const directLink = "https://paypal.me/ada";
		expect(await set({ acceptsCards: false })).toEqual(["acceptsCards"]);
		expect(await set({ acceptsCards: false, directLink: null })).toEqual(["acceptsCards"]);
		expect(await status(creator)).toMatchObject({ acceptsCards: true });
		expect(await set({ acceptsCards: false, directLink })).toBeNull();
		expect(await set({ directLink: null })).toEqual(["directLink"]);
		expect(await set({ directLink: null, acceptsCards: true })).toBeNull();
	});
});
