import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { crc32 } from "../../platform/storage/crc32.ts";
import { bytesOf, makeDownloads, ROUTES, type Route } from "../../test/fixtures/downloads.ts";
import { makeBuyer, makePurchase } from "../../test/fixtures/sales.ts";
import { makeStoredShare } from "../../test/fixtures/stored-share.ts";
import { makeCreator, request } from "../../test/fixtures/test-app.ts";

const routes = Object.keys(ROUTES) as Route[];

let fixture: Awaited<ReturnType<typeof makeDownloads>>;
beforeAll(async () => {
	fixture = await makeDownloads();
});

it("names the version and the CRC-32 of the whole file in responses to whole files and to ranges", async () => {
	const whole = await fixture.get("file");
	const stored = await env.FILES.head(fixture.files[0]?.objectKey ?? "");
	const crc = crc32(await bytesOf(whole))
		.toString(16)
		.padStart(8, "0");
	const range = await fixture.get("file", { Range: "bytes=10-19" });
	for (const { headers } of [whole, range])
		expect([headers.get("ETag"), headers.get("X-File-Crc32")]).toEqual([stored?.httpEtag, crc]);
});

describe.each(routes)("%s", (route) => {
	it.each(["owner", "buyer"] as const)("gives content to the %s", async (viewer) => {
		const response = await fixture.get(route, {}, viewer);
		expect(response.status).toBe(200);
		const bytes = await bytesOf(response);
		expect(response.headers.get("Content-Length")).toBe(String(bytes.length));
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"accept-ranges": "bytes",
			"cache-control": "private, no-store, no-transform",
			"content-security-policy": "sandbox; default-src 'none'",
			"x-content-type-options": "nosniff",
		});
		expect(response.headers.get("ETag")).toMatch(/^"[^"]+"$/);
		expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; /);
	});

	// G1, G4
	it.each([
		"stranger",
		"refunded",
		"revoked",
		"buyer of another share",
		"another creator",
	] as const)("refuses content to the %s by any method, range and condition", async (viewer) => {
		const etag = (await fixture.get(route)).headers.get("ETag") ?? "";
		const asks: Record<string, string>[] = [
			{},
			{ Range: "bytes=0-0" },
			{ Range: "bytes=-1" },
			{ Range: "bytes=999999999-" },
			{ "If-None-Match": etag },
			{ "If-None-Match": "*" },
			{ "If-Match": '"x"' },
			{ Range: "bytes=0-9", "If-Range": etag },
		];
		for (const method of ["GET", "HEAD"]) {
			for (const headers of asks) {
				const response = await fixture.ask(fixture.pathOf(route), { method, headers }, viewer);
				expect(response.status).toBe(402);
				expect(response.headers.get("ETag")).toBeNull();
				expect(response.headers.get("Content-Disposition")).toBeNull();
				if (method === "GET") {
					expect(await response.json()).toMatchObject({
						code: "payment.required",
						message: "Payment required to download files",
					});
				}
			}
		}
	});

	it("shows the share to a person without access, and to nobody else", async () => {
		const shown = `/share/${fixture.share.slug}`;
		const person = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };
		const people: Record<string, string>[] = [
			person,
			{ "Sec-Fetch-Mode": "navigate" },
			{ Accept: "text/html,*/*" },
		];
		for (const headers of people) {
			const response = await fixture.get(route, headers, "stranger");
			expect(response.status).toBe(303);
			expect(response.headers.get("Location")).toBe(shown);
			expect(response.headers.get("Cache-Control")).toBe("no-store");
			expect((await fixture.get(route, headers)).status).toBe(200);
		}
		const programs: Record<string, string>[] = [
			{ ...person, "Sec-Fetch-Dest": "empty" },
			{ "Sec-Fetch-Mode": "cors", Accept: "text/html" },
			{ Accept: "*/*" },
		];
		for (const headers of programs)
			expect((await fixture.get(route, headers, "stranger")).status).toBe(402);
		const head = await fixture.ask(
			fixture.pathOf(route),
			{ method: "HEAD", headers: person },
			"stranger",
		);
		expect(head.status).toBe(402);
	});

	it("responds to HEAD with the same headers and no body", async () => {
		const whole = await fixture.get(route);
		const head = await fixture.ask(fixture.pathOf(route), { method: "HEAD" });
		expect(head.status).toBe(200);
		expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
		expect((await bytesOf(head)).length).toBe(0);
		expect((await bytesOf(whole)).length).toBeGreaterThan(0);
	});

	it("resumes at any byte", async () => {
		const response = await fixture.get(route);
		const etag = response.headers.get("ETag") ?? "";
		const whole = await bytesOf(response);
		const size = whole.length;
		for (const cut of [1, 29, 31, Math.floor(size / 2), size - 23, size - 1]) {
			const first = await fixture.get(route, { Range: `bytes=0-${cut - 1}` });
			const rest = await fixture.get(route, { Range: `bytes=${cut}-`, "If-Range": etag });
			expect([first.status, rest.status]).toEqual([206, 206]);
			expect(rest.headers.get("Content-Range")).toBe(`bytes ${cut}-${size - 1}/${size}`);
			expect(rest.headers.get("ETag")).toBe(etag);
			expect(rest.headers.get("Content-Length")).toBe(String(size - cut));
			const joined = Buffer.concat([await bytesOf(first), await bytesOf(rest)]);
			expect(Buffer.compare(joined, whole)).toBe(0);
		}
		expect(await bytesOf(fixture.get(route, { Range: "bytes=-5" }))).toEqual(
			whole.subarray(size - 5),
		);
	});

	it("honours conditions", async () => {
		const etag = (await fixture.get(route)).headers.get("ETag") ?? "";
		const same = await fixture.get(route, { "If-None-Match": etag });
		expect(same.status).toBe(304);
		expect(same.headers.get("ETag")).toBe(etag);
		expect((await fixture.get(route, { "If-Match": '"x"' })).status).toBe(412);
		const changed = await fixture.get(route, { Range: "bytes=0-0", "If-Range": '"x"' });
		expect(changed.status).toBe(200);
		expect((await fixture.get(route, { Range: "bytes=0-0,2-3" })).status).toBe(200);
		expect((await fixture.get(route, { Range: "lines=1-2" })).status).toBe(200);
	});

	it("responds 416 beyond the end", async () => {
		const size = (await bytesOf(fixture.get(route))).length;
		const response = await fixture.get(route, { Range: `bytes=${size}-` });
		expect(response.status).toBe(416);
		expect(response.headers.get("Content-Range")).toBe(`bytes */${size}`);
		expect(await response.json()).toMatchObject({ code: "range.not_satisfiable" });
	});
});

describe("code and drawings", () => {
	it.each([
		"page.html",
		"page.htm",
		"app.js",
		"view.tsx",
		"run.sh",
		"index.php",
		"data.xml",
		"logo.svg",
	])("%s is only ever a file to save, of no type that a browser runs", async (name) => {
		const creator = await makeCreator();
		const data = new TextEncoder().encode("<script>alert(1)</script>");
		const { share, files } = await makeStoredShare(creator.user.id, [{ name, data }]);
		const buyer = await makeBuyer();
		await makePurchase(share, buyer.id);
		const path = `/api/files/${files[0]?.id}`;
		const response = await request(`${path}/download`, { cookies: buyer.cookies });
		expect(response.status).toBe(200);
		expect(response.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
		expect(response.headers.get("Content-Type")).toBe("application/octet-stream");
		expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
		for (const cookies of [buyer.cookies, creator.cookies, {}])
			for (const route of ["preview", "stream"])
				expect((await request(`${path}/${route}`, { cookies })).status).toBe(404);
	});
});
