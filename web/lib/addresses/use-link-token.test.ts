import { expect, it } from "vitest";
import { readLinkToken } from "./use-link-token.ts";

it.each([
	["", "", null],
	["", "#", null],
	["", "#a_B-9", "a_B-9"],
	["", "#token=a_B-9", "a_B-9"],
	["?token=a_B-9", "", "a_B-9"],
	["", "#claim_1.t0k-en", "claim_1.t0k-en"],
	["", "#claim_1.t0k-en.", "claim_1.t0k-en"],
	["", "#a_B-9.", "a_B-9"],
	["", "#a_B-9%E2%80%8B", "a_B-9"],
	["", "#a_B-9%22%3Ehere", "a_B-9"],
	["?token=a_B-9)", "", "a_B-9"],
])("reads the token of %j and %j", (search, hash, token) => {
	expect(readLinkToken({ search, hash })).toBe(token);
});
