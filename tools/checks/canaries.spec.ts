import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { findCanaries } from "../../web/e2e/support/canaries.ts";

const TOKEN = "Zt3kq0_uJ5sWv8yBdXe1RaPmNc7LgHfi2oT4QwSxUzE";
const SOUGHT = {
	canaries: [
		{ kind: "password", value: "zebra8fjord" },
		{ kind: "card", value: "4242 4242 4242" },
		{ kind: "original_name", value: "Größe (1).pdf" },
		{ kind: "title", value: "Set" },
		{ kind: "title", value: "Upload 2" },
	],
	tokenHashes: new Set([createHash("sha256").update(TOKEN).digest("base64url")]),
};
const own = (fields: object) => JSON.stringify({ ...fields, level: "info", event: "a.thing" });
const found = (...lines: string[]) => findCanaries(lines.join("\n"), SOUGHT);

describe("what is sought in the output of the end-to-end tests", () => {
	// G108
	it.each([
		["a mail address that no test has named", own({ to: "someone-else@mail.example.test" })],
		["a password", 'POST {"password":"Zebra8Fjord"}'],
		["a card", "paid with 4242 4242 4242 4242"],
		["a file's name", "cannot read Größe (1).pdf"],
		["a file's name in an address", "GET /download/Gr%C3%B6%C3%9Fe%20(1).pdf 200"],
		["a token whose hash the database has", own({ cookie: `__Host-session=${TOKEN}` })],
		["a visitor's network address", "from 203.0.113.9"],
		["a visitor's long network address", own({ address: "2001:db8:0:1::9" })],
		["the machine's own address in our log", own({ address: "127.0.0.1" })],
		["what stands between colours", "\u001b[31mzebra8\u001b[0mfjord"],
	])("finds %s", (_, line) => {
		expect(found("first", line)).toEqual([expect.stringMatching(/^line 2 has the /)]);
	});

	it("finds nothing in output that the product and its tools may print", () => {
		expect(
			found(
				own({ requestId: "Ggz4pdW0fYhN", shareId: "9YfI0pUGeWzB5yRgq0pWQA", at: "12:30:45" }),
				own({ stack: "at work (file:///app/node_modules/@scope/pkg/index.js:12:30)" }),
				'NEW RUNTIME WEBSOCKET http://127.0.0.1:42083, MAIL_FROM "Tillbox <mail@localhost>"',
				`another token ${TOKEN.toLowerCase()}`,
				"Set",
				"GET /upload 200 OK",
			),
		).toEqual([]);
	});
});
