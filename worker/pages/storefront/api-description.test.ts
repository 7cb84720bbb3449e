import { expect, it } from "vitest";
import { DESCRIBED_ORIGIN } from "../../contract/api-docs.ts";
import { ORIGIN, request, withVariables } from "../../test/fixtures/test-app.ts";

const ETAG = '"v1"';
/** The tag that clients get: this version with this address. */
const SENT_ETAG = `"v1@${ORIGIN}"`;
/** The built files: the description and its page, as the platform's store returns them. */
const ASSETS = {
	async fetch(asked: Request): Promise<Response> {
		const { pathname } = new URL(asked.url);
		if (["/docs/api", "/docs/api/sales"].includes(pathname))
			return new Response(`<!doctype html><pre>curl ${DESCRIBED_ORIGIN}/api/v1/sales</pre>`);
		// The app's page for missing addresses.
		if (pathname === "/") return new Response("<!doctype html>");
		if (pathname !== "/api/openapi.json") return new Response(null, { status: 404 });
		if (asked.headers.get("if-none-match") === ETAG)
			return new Response(null, { status: 304, headers: { ETag: ETAG } });
		return Response.json({ servers: [{ url: DESCRIBED_ORIGIN }] }, { headers: { ETag: ETAG } });
	},
} as unknown as Fetcher;

it("gives programs of every site the description, under both its addresses, and 304 to those that have it", async () => {
	await withVariables({ ASSETS }, async () => {
		for (const path of ["/api/openapi.json", "/api/v1/openapi.json"]) {
			const response = await request(path);
			expect(await response.json()).toEqual({ servers: [{ url: ORIGIN }] });
			expect(Object.fromEntries(response.headers)).toMatchObject({
				"content-type": "application/json",
				"cache-control": "public, max-age=300",
				etag: SENT_ETAG,
				"access-control-allow-origin": "*",
				"cross-origin-resource-policy": "cross-origin",
			});
			const again = await request(path, { headers: { "if-none-match": SENT_ETAG } });
			expect(again.status).toBe(304);
			expect(again.headers.get("etag")).toBe(SENT_ETAG);
		}
	});
});

it("sends the description again to a client that has it with another address", async () => {
	await withVariables({ ASSETS }, async () => {
		const response = await request("/api/openapi.json", {
			headers: { "if-none-match": '"v1@https://files.example"' },
		});
		expect(await response.json()).toEqual({ servers: [{ url: ORIGIN }] });
	});
});

it.each(["/docs/api", "/docs/api/sales"])(
	"shows it at %s in a document that loads nothing from other sites, with samples that call this one",
	async (path) => {
		await withVariables({ ASSETS }, async () => {
			const response = await request(path);
			const policy = response.headers.get("content-security-policy") ?? "";
			expect(policy).toContain("default-src 'none'; script-src 'self';");
			expect(policy).toContain("connect-src 'self';");
			expect(policy).not.toMatch(/https?:|unsafe-eval/);
			expect(await response.text()).toContain("curl https://tillbox.test/api/v1/sales<");
		});
	},
);

it("answers 404 for an unknown area", async () => {
	await withVariables({ ASSETS }, async () => {
		for (const path of ["/docs/api/none", "/docs/api/sales/more"])
			expect((await request(path)).status).toBe(404);
	});
});

it("answers 503 if the description isn't built", async () => {
	const empty = { fetch: async () => new Response(null, { status: 404 }) } as unknown as Fetcher;
	await withVariables({ ASSETS: empty }, async () => {
		for (const path of ["/api/openapi.json", "/docs/api"]) {
			const response = await request(path);
			expect(response.status).toBe(503);
			expect(await response.json()).toMatchObject({ code: "service.unavailable" });
		}
	});
});
