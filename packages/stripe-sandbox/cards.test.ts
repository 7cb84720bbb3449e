import assert from "node:assert/strict";
import { test } from "node:test";
import { passesLuhn, TEST_CARDS } from "./cards.ts";

test("every test card can be typed into the card form, which checks the number's last digit", () => {
	const mistyped = TEST_CARDS.filter(({ number }) => !passesLuhn(number));
	assert.deepEqual(mistyped, []);
});
