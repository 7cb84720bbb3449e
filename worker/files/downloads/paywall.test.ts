import { beforeAll, describe, expect, it } from "vitest";
import { CONTENTS, makeDownloads, ROUTES, type Route } from "../../test/fixtures/downloads.ts";
import { request } from "../../test/fixtures/test-app.ts";

const routes = Object.keys(ROUTES) as Route[];
const SECRETS = CONTENTS.filter(({ data }) => data.length > 5).map(({ data }) =>
	Buffer.from(data.subarray(0, 64)),
);

let fixture: Awaited<ReturnType<typeof makeDownloads>>;
beforeAll(async () => {
	fixture = await makeDownloads();
});

/** The status of a response that contains nothing of the paid content. */
async function refusal(result: Response | Promise<Response>): Promise<number> {
	const response = await result;
	const body = Buffer.from(await response.arrayBuffer());
	expect(SECRETS.some((secret) => body.includes(secret))).toBe(false);
	expect(response.headers.get("Content-Disposition")).toBeNull();
	expect(response.headers.get("Cache-Control")).toMatch(/no-(?:store|cache)/);
	return response.status;
}

describe("paid content is not served", () => {
	it.each(routes)("serves no paid content to unusual methods: %s", async (route) => {
		for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])
			for (const viewer of ["buyer", "stranger"] as const) {
				const result = fixture.ask(fixture.pathOf(route), { method }, viewer);
				expect(await refusal(result)).toBe(405);
			}
	});

	it.each(routes)(
		"serves no paid content to forged, swapped or incomplete cookies: %s",
		async (route) => {
			const buyer = fixture.viewers.buyer["__Host-buyer"];
			const session = fixture.viewers.owner["__Host-session"];
			expect(buyer?.length).toBeGreaterThan(40);
			expect(session?.length).toBeGreaterThan(40);
			const jars = [
				{ "__Host-session": buyer, "__Host-buyer": session },
				{ session, buyer },
				{ "__Secure-session": session, "__host-buyer": buyer },
				{ "__Host-buyer": buyer?.slice(0, -1) },
				{ "__Host-buyer": `${buyer}A` },
				{ "__Host-buyer": buyer?.toLowerCase() },
				{ "__Host-buyer": "x".repeat(5000) },
				{ "__Host-buyer": "' or 1=1 --", "__Host-session": "undefined" },
			];
			for (const jar of jars) {
				const cookies = Object.fromEntries(Object.entries(jar).map(([k, v]) => [k, v ?? ""]));
				expect(await refusal(request(fixture.pathOf(route), { cookies }))).toBe(402);
			}
		},
	);

	it.each(routes)("serves no paid content to headers that claim an identity: %s", async (route) => {
		const claims: Record<string, string>[] = [
			{ Authorization: `Bearer ${fixture.viewers.owner["__Host-session"]}` },
			{ "X-HTTP-Method-Override": "GET", "X-Original-URL": fixture.pathOf(route) },
			{ "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost" },
			{ "User-Agent": "Googlebot/2.1", "Sec-Purpose": "prefetch" },
			{ Range: "bytes=0-99999999999999999999" },
			{ Range: "bytes=-9223372036854775809" },
			{ Range: "bytes=0-0,5-9" },
		];
		for (const headers of claims)
			expect(await refusal(fixture.ask(fixture.pathOf(route), { headers }, "stranger"))).toBe(402);
	});

	it("serves no paid content at other spellings of an address", async () => {
		const { share, files } = fixture;
		const id = files[0]?.id ?? "";
		const spellings = [
			`/api/files/${id}%2Fdownload`,
			`/api%2Ffiles%2F${id}%2Fdownload`,
			`/api/files/${id}/preview/%252e%252e/download`,
			`/api/files/${id}%00/download`,
			`/api/files/${id}/download%00`,
			`/API/files/${id}/download`,
			`/api/files/${id}/download/`,
			`/api/files/${encodeURIComponent(files[0]?.objectKey ?? "")}/download`,
			`/${files[0]?.objectKey}`,
			`/api/file-shares/${share.id}/download-all-assets`,
			`/api/file-shares/${share.slug}/download-all-assets%2F..`,
		];
		for (const path of spellings)
			for (const viewer of ["stranger", "buyer of another share"] as const)
				expect([402, 404]).toContain(await refusal(fixture.ask(path, {}, viewer)));
	});

	it("serves no other files through a share that was paid", async () => {
		const { share, files, elsewhere } = fixture;
		const headers = { "content-type": "application/json" };
		const body = JSON.stringify({ files: [files[0]?.id] });
		const asked = { method: "POST", headers, body };
		for (const [link, status] of [
			[elsewhere.slug, 404],
			[share.slug, 402],
		] as const) {
			const path = `/api/file-shares/${link}/archives`;
			expect(await refusal(fixture.ask(path, asked, "buyer of another share"))).toBe(status);
		}
		const folder = encodeURIComponent(`../${share.slug}/Texts`);
		const path = `/api/file-shares/${elsewhere.slug}/download-folder/${folder}`;
		expect(await refusal(fixture.ask(path, {}, "buyer of another share"))).toBe(404);
	});
});
