import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCREENS } from "../../contract/screens.ts";
import { requestPage } from "../../test/fixtures/pages.ts";
import { tidyPath } from "./tidy-address.ts";

const MARKS = "/ . , ) > ! ; : ' \" ] } * ? = \\ | ~ … 。 」 ».".split(" ");
const SPACES = ["%20", "%09", "%0A", "%C2%A0", "%E2%80%8B", "%EF%BB%BF", "%E2%80%AF", "%00"];
const TAILS = [
	...MARKS,
	...MARKS.map(encodeURIComponent),
	...SPACES,
	"/.",
	").",
	"%E2%80",
	"%",
	"&amp;utm_source=mail",
	"%22%3Ehere%3C/a%3E",
	"%EF%BC%8Cplease%20open",
];

describe("tidyPath", () => {
	it.each([
		"/share/aB_-9xYz",
		"/embed/aB_-9xYz",
		"/payment/aB_-9xYz",
		"/payment/direct/aB_-9xYz",
		"/checkout/aB_-9xYz",
		"/c/mira",
		"/c/mira/feed.xml",
		"/share/aB_-9xYz/card.jpg",
		"/unsubscribe/aB_-9xYz/t0kEn",
		"/tell-me/t0kEn",
		"/operator/cases/aB_-9xYz",
		"/dashboard/edit/aB_-9xYz",
		"/auth",
		"/purchases",
		"/receipt",
		"/settings/account",
		"/docs/api",
		"/oauth/authorize",
	])("cuts what no id has behind %s", (path) => {
		expect(tidyPath(path)).toBeNull();
		for (const tail of TAILS) expect(tidyPath(path + tail), tail).toBe(path);
	});

	it.each([
		["/SHARE/aB_-9xYz", "/share/aB_-9xYz"],
		["/Payment/Direct/aB_-9xYz.", "/payment/direct/aB_-9xYz"],
		["/Auth", "/auth"],
		["/share//aB_-9xYz", "/share/aB_-9xYz"],
		["//share/aB_-9xYz", "/share/aB_-9xYz"],
		["/share/%20aB_-9xYz", "/share/aB_-9xYz"],
		["/share/aB%5F%2D9xYz", "/share/aB_-9xYz"],
		["/C/Mira/Feed.XML", "/c/Mira/feed.xml"],
		["/)", "/"],
		["//", "/"],
	])("reads %s as %s", (path, tidy) => {
		expect(tidyPath(path)).toBe(tidy);
	});

	it.each([
		...SCREENS.map(({ path }) => path.replace(":shareId", "aB_-9xYz")),
		"/api/v1/file-shares/aB_-9xYz.",
		"/API/file-shares/aB_-9xYz",
		"/api/files/aB_-9xYz/download/",
		"/share/aB_-9xYz/unlock",
		"/share/aB_-9xYz/unlock/",
		"/share/aB_-9xYz/tell-me",
		"/share",
		"/share/",
		"/shared/aB_-9xYz.",
		"/oauth/token",
		"/.well-known/oauth-authorization-server/",
		"/assets/auth-a1b2.js",
		"/auth.js",
		"/upload.php",
		"/sitemap.xml",
		"/robots.txt",
		"/~mira",
		"//evil.example/share/aB_-9xYz",
	])("leaves %s alone", (path) => {
		expect(tidyPath(path)).toBeNull();
	});

	it("returns only paths of this site, which it leaves alone", () => {
		const part = fc.oneof(
			fc.constantFrom("share", "PAYMENT", "direct", "auth", "c", "evil.example", "/", "\\", "."),
			fc.string({ unit: "binary", maxLength: 4 }),
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 7 }), (parts) => {
				const { pathname } = new URL(
					`https://tillbox.test/${encodeURI(parts.join("/").toWellFormed())}`,
				);
				const tidy = tidyPath(pathname);
				if (tidy === null) return;
				expect(tidy).toMatch(/^\/(?:[a-z][\w./-]*)?$/);
				expect(tidyPath(tidy)).toBeNull();
			}),
		);
	});
});

describe("an untidy address", () => {
	it("redirects to the page with its query", async () => {
		for (const method of ["GET", "HEAD"]) {
			const response = await requestPage(
				"/Share/aB_-9xYz%E2%80%8B?code=SPRING&x=%2F",
				{},
				{},
				method,
			);
			expect(response.status).toBe(301);
			expect(response.headers.get("location")).toBe("/share/aB_-9xYz?code=SPRING&x=%2F");
			expect(response.headers.get("cache-control")).toBe("private, no-store");
		}
	});

	it("doesn't redirect requests that send something", async () => {
		const sent = await requestPage("/auth/", {}, { "sec-fetch-site": "same-origin" }, "POST");
		expect(sent.status).toBe(404);
	});
});
