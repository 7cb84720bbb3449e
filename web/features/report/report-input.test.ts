import { describe, expect, it } from "vitest";
import { reportForm, slugIn } from "./report-input.ts";

describe("slugIn", () => {
	it.each([
		["https://tillbox.test/share/abcd1234EFGH", "abcd1234EFGH"],
		["  tillbox.test/share/abcd1234EFGH?as=buyer#x ", "abcd1234EFGH"],
		["/payment/abcd1234EFGH", "abcd1234EFGH"],
		["https://tillbox.test/payment/direct/abcd1234EFGH", "abcd1234EFGH"],
		["abcd1234EFGH", "abcd1234EFGH"],
		["https://tillbox.test/", null],
		["https://tillbox.test/c/somebody", null],
		["Look at this: it is stolen", null],
		["", null],
	])("of %j is %j", (text, slug) => {
		expect(slugIn(text)).toBe(slug);
	});
});

describe("reportForm", () => {
	const fields = (values: Record<string, string>) => {
		const result = reportForm.safeParse(values);
		return result.success
			? []
			: [...new Set(result.error.issues.map(({ path }) => path.join(".")))];
	};
	const link = "https://tillbox.test/share/abcd1234EFGH";

	it("asks for a share and a reason first", () => {
		expect(fields({})).toEqual(expect.arrayContaining(["shareId", "reason"]));
		expect(fields({ shareId: link, reason: "scam" })).toEqual([]);
	});

	it("asks for all that a notice about copyright needs", () => {
		expect(fields({ shareId: link, reason: "copyright" })).toEqual([
			"message",
			"email",
			"name",
			"goodFaith",
			"work",
			"address",
			"authorised",
			"signature",
		]);
	});

	it("marks a wrong address as well as missing fields", () => {
		expect(fields({ shareId: link, reason: "illegal", email: "nobody" })).toEqual(
			expect.arrayContaining(["message", "email", "name", "goodFaith"]),
		);
	});

	it("takes ticked boxes and the slug of the link", () => {
		const report = reportForm.parse({
			shareId: link,
			reason: "copyright",
			message: "All nine photographs are mine.",
			email: "Ada@example.test",
			name: "Ada",
			work: "Winter light",
			address: "Kirkegata 1",
			goodFaith: "on",
			authorised: "on",
			signature: "Ada",
		});
		expect(report).toMatchObject({ shareId: "abcd1234EFGH", goodFaith: true, authorised: true });
	});
});
