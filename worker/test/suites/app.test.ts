import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { app } from "../../app.ts";
import { allFiles, isLiveIn } from "../../catalogue/shares/tables.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import { bodyLimitOf, MAX_JSON_BYTES, MAX_SMALL_BYTES } from "../../core/body-limits.ts";
import { makeSharePreviews } from "../../files/previews/make-share-previews.ts";
import { renditions } from "../../files/previews/tables.ts";
import { makeFile } from "../fixtures/files.ts";
import { halvesPng } from "../fixtures/images.ts";
import { requestPage } from "../fixtures/pages.ts";
import { makeSale } from "../fixtures/sales.ts";
import { makeCreator, request, testCtx } from "../fixtures/test-app.ts";

/** Every call that may have a body. */
const WRITING = [
	...new Map(
		app.routes
			.filter(({ method }) => ["POST", "PUT", "PATCH", "DELETE"].includes(method))
			.map(({ method, path }) => [`${method} ${path}`, { method, path }]),
	).values(),
];
const LIMITED = WRITING.flatMap(({ method, path }) => {
	const limit = bodyLimitOf(method, path);
	return limit === null ? [] : [{ method, path: path.replaceAll(/:\w+/g, "some-known-id"), limit }];
});

/** Counts how much of the body is read. */
function countedBody(size: number) {
	const counted = { taken: 0 };
	const body = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				const chunk = new Uint8Array(Math.min(64 * 1024, size - counted.taken)).fill(0x20);
				counted.taken += chunk.length;
				controller.enqueue(chunk);
				if (counted.taken >= size) controller.close();
			},
		},
		{ highWaterMark: 0 },
	);
	return { counted, body };
}

describe("request bodies of JSON routes", () => {
	// G72
	it("limits the body on all routes except the named streaming ones", () => {
		expect(WRITING.length).toBeGreaterThan(30);
		expect(
			WRITING.filter(({ method, path }) => bodyLimitOf(method, path) === null)
				.map(({ method, path }) => `${method} ${path}`)
				.toSorted(),
		).toEqual([
			"POST /api/file-shares",
			"PUT /api/file-shares/:shareId/pictures/:kind",
			"PUT /api/files/:id/preview",
			"PUT /api/uploads/:id/files/:fileId/parts/:n",
			"PUT /api/uploads/:id/files/:fileId/preview",
		]);
	});

	it.each([
		["POST", "/api/register"],
		["POST", "/api/login"],
		["POST", "/api/password/reset"],
		["POST", "/api/support"],
		["POST", "/api/reports"],
		["POST", "/api/confirm-direct-payment"],
		["POST", "/api/direct-claims/:id/approve"],
	])("limits the body of %s %s to a quarter of the usual size", (method, path) => {
		expect(LIMITED).toContainEqual({
			method,
			path: path.replace(":id", "some-known-id"),
			limit: MAX_SMALL_BYTES,
		});
		expect(MAX_SMALL_BYTES).toBe(MAX_JSON_BYTES / 4);
	});

	// G72
	it.each(LIMITED)(
		"refuses $method $path beyond its limit without a declared length, with a true one and with a false one",
		async ({ method, path, limit }) => {
			const { cookies } = await makeCreator();
			for (const declared of [undefined, String(90e6), "12", "nonsense"]) {
				const { body, counted } = countedBody(90e6);
				const headers = {
					"content-type": "application/json",
					...(declared !== undefined && { "content-length": declared }),
				};
				const response = await request(path, { method, body, headers, cookies });
				expect(response.status).toBe(413);
				expect((await response.json<ErrorBody>()).code).toBe("request.too_large");
				expect(counted.taken).toBeLessThanOrEqual(limit + 64 * 1024);
			}
		},
	);

	it("passes on a body of exactly the limit unchanged", async () => {
		const { cookies } = await makeCreator();
		const start = '{"cashAppHandle":"$casey"';
		const send = (padding: number) =>
			request("/api/setup-cashapp", {
				method: "POST",
				body: `${start}${" ".repeat(padding)}}`,
				headers: { "content-type": "application/json" },
				cookies,
			});
		expect((await send(MAX_JSON_BYTES - start.length - 1)).status).toBe(200);
		expect((await send(MAX_JSON_BYTES - start.length)).status).toBe(413);
	});
});

/** For a shared cache; 0 if it may not keep the response. */
function sharedSeconds(response: Response): number {
	const policy = response.headers.get("cache-control") ?? "";
	if (/\b(?:private|no-store|no-cache)\b/.test(policy)) return 0;
	const [, seconds] = /\bs-maxage=(\d+)/.exec(policy) ?? /\bmax-age=(\d+)/.exec(policy) ?? [];
	return Number(seconds ?? Number.POSITIVE_INFINITY);
}

describe("shared caches", () => {
	const READING = [
		...new Set(app.routes.filter(({ method }) => method === "GET").map(({ path }) => path)),
	].filter((path) => path.includes(":"));

	/** Addresses are by the route table's paths. */
	async function fixture() {
		const ctx = testCtx();
		const sale = await makeSale();
		await ctx.db.delete(allFiles).where(isLiveIn(sale.share.id));
		const picture = { originalName: "a.png", mimeType: "image/png" };
		const file = await makeFile(sale.share, halvesPng(400, 300), picture);
		await makeSharePreviews(ctx, sale.share.id);
		const [rendition] = await ctx.db
			.select()
			.from(renditions)
			.where(eq(renditions.fileId, file.id));
		const address = (path: string) =>
			path
				.replace(":shareId", sale.share.slug)
				.replace(/:folderName\{.*\}/, encodeURIComponent("Main Files"))
				.replace("/api/files/:id", `/api/files/${file.id}`)
				.replace(":hash", rendition?.hash ?? "")
				.replaceAll(/:\w+/g, "some-known-id");
		return { viewers: [{}, sale.creator.cookies, sale.buyer.cookies], address };
	}

	// G15
	it("keep nothing that shows a share for more than five minutes", async () => {
		const { viewers, address } = await fixture();
		const shown = new Set<string>();
		for (const path of READING)
			for (const viewer of viewers) {
				const response = await requestPage(address(path), viewer);
				await response.body?.cancel();
				expect(sharedSeconds(response), path).toBeLessThanOrEqual(300);
				if (response.ok) shown.add(path);
			}
		for (const path of [
			"/share/:shareId",
			"/share/:shareId/card.jpg",
			"/api/file-shares/:shareId",
			"/api/file-shares/:shareId/download-all-assets",
			"/api/files/:id/preview",
			"/api/files/:id/download",
			"/api/renditions/:hash",
		])
			expect(shown).toContain(path);
	});
});
