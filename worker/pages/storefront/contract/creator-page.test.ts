import { describe, expect, it } from "vitest";
import { creatorPageInput } from "./creator-page.ts";

const linkOf = (link: string) => {
	const result = creatorPageInput.safeParse({ handle: "ada", links: [link] });
	return result.success ? result.data.links[0] : null;
};

describe("links", () => {
	it.each([
		["https://example.com/ada", "https://example.com/ada"],
		["  example.com  ", "https://example.com/"],
		["www.Example.com/A?b=c#d", "https://www.example.com/A?b=c#d"],
		["HTTPS://EXAMPLE.COM", "https://example.com/"],
		["//example.com", "https://example.com/"],
	])("accept %j", (link, stored) => expect(linkOf(link)).toBe(stored));

	// G78
	it.each([
		"http://example.com",
		"javascript:alert(1)",
		"data:text/html,x",
		"ftp://a.com",
		"https://",
		"https://localhost",
		"https://127.0.0.1/x",
		"https://[::1]/",
		"",
		"nonsense",
		"https://bank.example.com@evil.com/",
		"https://a:b@evil.com",
		"mailto:a@example.com",
		"java\nscript:alert(1)",
		`https://example.com/${"x".repeat(300)}`,
	])("refuse %j", (link) => expect(linkOf(link)).toBeNull());

	it("allows at most five links", () => {
		const links = (n: number) => Array.from({ length: n }, (_, at) => `https://a${at}.com`);
		expect(creatorPageInput.safeParse({ handle: "ada", links: links(5) }).success).toBe(true);
		expect(creatorPageInput.safeParse({ handle: "ada", links: links(6) }).success).toBe(false);
	});
});

describe("the line", () => {
	it("keeps the creator's line plain, on one line, and within 160 characters", () => {
		const line = (text: string) => creatorPageInput.parse({ handle: "ada", line: text }).line;
		expect(line(" a\nb\u202e ")).toBe("a b");
		expect(line("x".repeat(160))).toHaveLength(160);
		expect(() => line("x".repeat(161))).toThrow();
	});
});
