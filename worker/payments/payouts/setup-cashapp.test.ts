import { describe, expect, it } from "vitest";
import { call, makeCreator, request } from "../../test/test-app.ts";

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

	it("is returned, and can be changed without losing the switch", async () => {
		const creator = await makeCreator();
		const status = async () =>
			(await request("/api/payment-status", { cookies: creator.cookies })).json();
		expect(await status()).toMatchObject({ hasPaymentSetup: false, paymentMethod: null });
		const set = (body: object) => call("POST", "/api/setup-cashapp", body, creator.cookies);
		await set({ cashAppHandle: "$one", releaseOnConfirmation: true });
		await set({ cashAppHandle: "$two" });
		expect(await status()).toEqual({
			hasPaymentSetup: true,
			paymentMethod: "cashapp",
			cashAppHandle: "$two",
			cardPayouts: { connected: false, chargesEnabled: false, balance: "0.00" },
			releaseOnConfirmation: true,
		});
	});
});
