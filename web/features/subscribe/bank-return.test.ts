import { expect, it } from "vitest";
import { readBankReturn } from "./bank-return.ts";

it.each([
	["?payment_intent=pi_1&redirect_status=succeeded", "passed"],
	["?payment_intent=pi_1&redirect_status=pending", "passed"],
	["?payment_intent=pi_1&redirect_status=failed", "failed"],
	["?plan=pro", null],
	["", null],
])("reads the address %j as %s", (search, outcome) => {
	expect(readBankReturn(search)).toBe(outcome);
});
