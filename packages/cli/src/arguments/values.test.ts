import { describe, expect, it } from "vitest";
import { amount, count, idOf, moment, percentage, shareIdOf } from "./values.ts";

describe("values of options", () => {
	it("reads the values of options", () => {
		expect(amount("9.99", "--price")).toBe("9.99");
		expect(count("12", "--max-sales")).toBe(12);
		expect(percentage("12.5%", "--percent")).toBe(12.5);
		expect(moment("2026-12-31T18:00Z", "--ends-at")).toBe("2026-12-31T18:00:00.000Z");
		expect(moment("2026-12-31", "--ends-at")).toBe(new Date(2026, 11, 31).toISOString());
		expect(shareIdOf("https://tillbox.example/share/abc_-1?code=X")).toBe("abc_-1");
		expect(shareIdOf("abc")).toBe("abc");
	});

	it.each([
		() => amount("9,99", "--price"),
		() => amount("-1", "--price"),
		() => amount("1.999", "--price"),
		() => amount("1e3", "--price"),
		() => count("0", "--price"),
		() => count("1.5", "--price"),
		() => percentage("0", "--price"),
		() => percentage("0.5", "--price"),
		() => percentage("1.234", "--price"),
		() => percentage("101", "--price"),
		() => moment("tomorrow", "--price"),
		() => moment("2026-02-31", "--price"),
		() => moment("2026-13-01", "--price"),
	])("refuses %s with the option's name", (read) => {
		expect(read).toThrow(/^--price must be/);
	});

	it("refuses links to another server than is called", () => {
		const link = "https://a.example/share/abc";
		expect(shareIdOf(link, "https://a.example")).toBe("abc");
		expect(shareIdOf("abc", "https://b.example")).toBe("abc");
		expect(() => shareIdOf(link, "https://b.example")).toThrow(
			"is on another server than https://b.example.",
		);
	});

	it("refuses ids that are paths", () => {
		expect(() => shareIdOf("../user")).toThrow();
		expect(() => idOf("a/b", "a sale's id")).toThrow("“a/b” is not a sale's id.");
	});
});
