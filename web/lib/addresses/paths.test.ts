import { describe, expect, it } from "vitest";
import { operatorCasePath } from "../../../worker/contract/paths.ts";
import { isOwnDocument, paths } from "./paths.ts";

describe("isOwnDocument", () => {
	it.each([
		paths.subscribe,
		`${paths.subscribe}?x=1`,
		paths.payment("abcdefgh"),
		paths.directPayment("abcdefgh"),
		paths.share("abcdefgh"),
		"/Share/abcdefgh.",
		paths.operator,
		operatorCasePath("abcdefgh"),
	])("is true for %s", (path) => {
		expect(isOwnDocument(path)).toBe(true);
	});

	it.each([paths.home, paths.paymentSetup, paths.dashboard, "/subscribers", "/shared"])(
		"is false for %s",
		(path) => {
			expect(isOwnDocument(path)).toBe(false);
		},
	);
});
