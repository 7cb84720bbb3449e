import { describe, expect, it } from "vitest";
import { takeBankReturn } from "./bank-return.ts";

function returned(search: string) {
	const addresses: unknown[] = [];
	const past = {
		state: { key: "kept" },
		replaceState: (state: unknown, _title: string, url?: string | URL | null) =>
			addresses.push([state, url]),
	};
	return { outcome: takeBankReturn({ search, pathname: "/subscribe" }, past), addresses };
}

describe("coming back from the bank's page", () => {
	it.each([
		["succeeded", "passed"],
		["pending", "passed"],
		["failed", "failed"],
	])("reads %s as %s and takes the payment out of the address", (status, outcome) => {
		const search = `?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=${status}`;
		expect(returned(search)).toEqual({
			outcome,
			addresses: [[{ key: "kept" }, "/subscribe"]],
		});
	});

	it("leaves any other address alone", () => {
		expect(returned("?plan=pro")).toEqual({ outcome: null, addresses: [] });
	});
});
