import { beforeAll, describe, expect, it } from "vitest";
import { readZip } from "../../test/checks/read-zip.ts";
import {
	bytesOf,
	CONTENTS,
	makeDownloads,
	PATHS,
	type Route,
} from "../../test/fixtures/downloads.ts";
import { call } from "../../test/fixtures/test-app.ts";

let fixture: Awaited<ReturnType<typeof makeDownloads>>;
beforeAll(async () => {
	fixture = await makeDownloads();
});

describe("the content of downloads", () => {
	const contentOf = async (path: string) => readZip(await bytesOf(fixture.ask(path)));
	const expected = (indices: number[]) =>
		Object.fromEntries(indices.map((index) => [PATHS[index], CONTENTS[index]?.data]));

	// G42
	it("serves a file as the original, with our own type and its name", async () => {
		const response = await fixture.get("file");
		expect(response.headers.get("Content-Type")).toBe("image/jpeg");
		expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="final.jpg"');
		expect(response.headers.get("Last-Modified")).toBe("Wed, 04 Mar 2026 05:06:08 GMT");
		expect(await bytesOf(response)).toEqual(CONTENTS[0]?.data);
	});

	it("marks types that the edge would compress no-transform", async () => {
		const encoding = async (route: Route) =>
			(await fixture.get(route)).headers.get("Content-Encoding");
		expect(await encoding("small packed file")).toBe("identity");
		expect(await encoding("file")).toBeNull();
		expect(await encoding("all")).toBeNull();
	});

	it("serves an empty file", async () => {
		const response = await fixture.ask(`/api/files/${fixture.files[5]?.id}/download`);
		expect([response.status, response.headers.get("Content-Length")]).toEqual([200, "0"]);
		expect((await bytesOf(response)).length).toBe(0);
	});

	it.each([
		["all", [0, 1, 2, 3, 4, 5, 6]],
		["all by its other address", [0, 1, 2, 3, 4, 5, 6]],
		["main folder", [0, 1, 2]],
		["folder", [3, 4, 5, 6]],
		["nested folder", [5, 6]],
		["selection", [0, 3, 6]],
	] as const)("%s", async (route, indices) => {
		expect(await contentOf(fixture.pathOf(route))).toEqual(expected([...indices]));
	});

	it("finds a folder by an address with an unencoded slash", async () => {
		const path = `/api/file-shares/${fixture.share.slug}/download-folder/Texts/Drafts%202026`;
		expect(await contentOf(path)).toEqual(expected([5, 6]));
	});

	it("serves the same bytes at both addresses of the complete archive", async () => {
		const [first, again, other] = await Promise.all(
			(["all", "all", "all by its other address"] as const).map((route) =>
				bytesOf(fixture.get(route)),
			),
		);
		expect(again).toEqual(first);
		expect(other).toEqual(first);
	});

	it("names the archive after the share", async () => {
		const name = async (route: Route) =>
			(await fixture.get(route)).headers.get("Content-Disposition");
		expect(await name("all")).toBe(
			`attachment; filename="Sud_See.zip"; filename*=UTF-8''S%C3%BCd_See.zip`,
		);
		expect(await name("nested folder")).toContain('"Sud_See - Texts - Drafts 2026.zip"');
	});
});

describe("selections", () => {
	const select = (ids: unknown, viewer: keyof typeof fixture.viewers = "buyer") =>
		call(
			"POST",
			`/api/file-shares/${fixture.share.slug}/archives`,
			{ files: ids },
			fixture.viewers[viewer],
		);

	it("returns the address of a selection's archive", async () => {
		const response = await select([
			fixture.files[6]?.id,
			fixture.files[0]?.id,
			fixture.files[3]?.id,
			fixture.files[0]?.id,
		]);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ url: fixture.pathOf("selection") });
	});

	it("refuses a selection like every download", async () => {
		expect((await select([fixture.files[0]?.id], "stranger")).status).toBe(402);
		expect((await select([fixture.files[0]?.id], "refunded")).status).toBe(402);
	});

	it("accepts only this share's files in a selection", async () => {
		expect((await select([])).status).toBe(400);
		expect((await select("x")).status).toBe(400);
		const unknown = await select([fixture.files[0]?.id, "unknown-file-id"]);
		expect(await unknown.json()).toMatchObject({ code: "file.not_found" });
	});

	it.each(["AAAA", "_____w", "!", "SQ%3D%3D"])("answers 404 for the selection %s", async (word) => {
		const path = `/api/file-shares/${fixture.share.slug}/archives/${word}`;
		expect((await fixture.ask(path)).status).toBe(404);
	});
});
