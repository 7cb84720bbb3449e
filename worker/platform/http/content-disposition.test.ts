import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachment } from "./content-disposition.ts";

describe("attachment", () => {
	it.each([
		["photo.jpg", 'attachment; filename="photo.jpg"'],
		["My photo (2).jpg", 'attachment; filename="My photo (2).jpg"'],
		[
			"naïve café.pdf",
			`attachment; filename="naive cafe.pdf"; filename*=UTF-8''na%C3%AFve%20caf%C3%A9.pdf`,
		],
		["写真.jpg", `attachment; filename="download.jpg"; filename*=UTF-8''%E5%86%99%E7%9C%9F.jpg`],
		[
			"100% real; yes.txt",
			`attachment; filename="100_ real_ yes.txt"; filename*=UTF-8''100%25%20real%3B%20yes.txt`,
		],
		["it's (all)*.txt", 'attachment; filename="it\'s (all).txt"'],
	])("%j", (name, header) => {
		expect(attachment(name)).toBe(header);
	});

	it.each([
		["a\r\nSet-Cookie: x=1.txt", 'attachment; filename="aSet-Cookie_ x=1.txt"'],
		['x"; filename="evil.exe', 'attachment; filename="x_ filename=evil.exe"'],
		["../../etc/passwd", 'attachment; filename="_.._etc_passwd"'],
		["C:\\Windows\\a.txt", 'attachment; filename="C__Windows_a.txt"'],
		["invoice\u202egpj.exe", 'attachment; filename="invoicegpj.exe"'],
		["nul\0byte.txt", 'attachment; filename="nulbyte.txt"'],
		["", 'attachment; filename="download"'],
		["...", 'attachment; filename="download"'],
		["..png", 'attachment; filename="download.png"'],
		[".. .tar.gz", 'attachment; filename="tar.gz"'],
	])("removes path and control characters from %j", (name, header) => {
		expect(attachment(name)).toContain(header.slice(0, -1).slice(0, 24));
		expect(attachment(name).replace(/; filename\*=.*/, "")).toBe(header);
	});

	// G42
	it("returns one well-formed header line of bounded length for any name", () => {
		const name = fc.oneof(
			fc.string({ unit: "binary", maxLength: 600 }),
			fc.string({ unit: fc.constantFrom("\ud800", "\udc00", '"', "\\", "\n", "%", "é", "a", ".") }),
		);
		fc.assert(
			fc.property(name, (value) => {
				const header = attachment(value);
				expect(header).toMatch(
					/^attachment; filename="[^"\\\p{Cc}/]+"(; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+)?$/u,
				);
				expect(header.length).toBeLessThan(1200);
				expect(new Headers({ "Content-Disposition": header }).get("Content-Disposition")).toBe(
					header,
				);
			}),
		);
	});

	it("takes linear time for many dots", () => {
		const name = `a${".".repeat(100_000)}b. .`;
		expect(attachment(name)).toMatch(/^attachment; filename="a\.{253}b"$/);
	}, 2000);

	it("keeps the whole name in the extended form", () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom("é", "ü", "文", "a", "-"), minLength: 1, maxLength: 60 }),
				(stem) => {
					const [, encoded] = attachment(`文${stem}.pdf`).split("UTF-8''");
					expect(decodeURIComponent(encoded ?? "")).toBe(`文${stem}.pdf`.normalize("NFC"));
				},
			),
		);
	});
});
