import { beforeEach, describe, expect, it } from "vitest";
import type { MyShare, ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { makeFile } from "../../test/fixtures/files.ts";
import { noisePng } from "../../test/fixtures/images.ts";
import { makeSale } from "../../test/fixtures/sales.ts";
import { call, makeCreator, putBytes, request } from "../../test/fixtures/test-app.ts";

type Cookies = Record<string, string>;

/** A book of 30 pages on sale, three of them visible. */
async function book() {
	const { share, creator } = await makeSale({ share: { title: "The Coast Road" } });
	const pdf = { originalName: "coast.pdf", mimeType: "application/pdf", position: 5 };
	const file = await makeFile(share, new Uint8Array(100), pdf);
	for (const [at, kind] of ["page", "page2", "page3"].entries()) {
		const body = noisePng(60, 80 + at);
		const response = await putBytes(
			`/api/files/${file.id}/preview?kind=${kind}&width=600&height=800&pages=30`,
			body,
			creator.cookies,
		);
		expect(response.status).toBe(200);
	}
	const page = async (cookies: Cookies = {}) => {
		const response = await request(`/api/file-shares/${share.slug}`, { cookies });
		const { cover, files } = await response.json<ShareResponse>();
		return { cover, preview: files.find(({ id }) => id === file.id)?.preview ?? null };
	};
	const hide = (hiddenPages: number[], cookies: Cookies = creator.cookies) =>
		call(
			"PATCH",
			`/api/file-shares/${share.slug}`,
			{ files: [{ id: file.id, hiddenPages }] },
			cookies,
		);
	return { share, creator, file, page, hide };
}

let sold: Awaited<ReturnType<typeof book>>;
beforeEach(async () => {
	sold = await book();
});

describe("pages that their creator leaves out", () => {
	it("shows buyers the next pages in place of hidden ones", async () => {
		const before = (await sold.page()).preview;
		const [second, third] = before?.morePages ?? [];
		expect((await sold.hide([1, 3])).status).toBe(200);
		const { preview, cover } = await sold.page();
		expect(preview).toMatchObject({ kind: "page", src: second?.src, pages: 30 });
		expect(preview).not.toHaveProperty("morePages");
		expect(preview).not.toHaveProperty("hiddenPages");
		expect(cover?.src).toBe(second?.src);
		const mine = await call("GET", "/api/my-file-shares", undefined, sold.creator.cookies);
		const [listed] = await mine.json<MyShare[]>();
		expect(listed?.cover?.src).toBe(second?.src);
		for (const hidden of [before?.src, third?.src]) {
			expect((await request(hidden ?? "")).status).toBe(404);
			const own = await request(hidden ?? "", { cookies: sold.creator.cookies });
			expect(own.status).toBe(200);
			expect(own.headers.get("cache-control")).toContain("private");
		}
	});

	it("shows hidden pages to their creator, who can show them again", async () => {
		const before = await sold.page(sold.creator.cookies);
		await sold.hide([2]);
		const { preview } = await sold.page(sold.creator.cookies);
		expect(preview?.morePages?.map(({ number }) => number)).toEqual([3]);
		expect(preview?.hiddenPages).toEqual(before.preview?.morePages?.slice(0, 1));
		await sold.hide([]);
		expect(await sold.page(sold.creator.cookies)).toEqual(before);
	});

	it("refuses an edit that names the file twice", async () => {
		const { share, creator, file } = sold;
		const files = [
			{ id: file.id, hiddenPages: [2] },
			{ id: file.id, noPreview: true },
		];
		const path = `/api/file-shares/${share.slug}`;
		const refused = await call("PATCH", path, { files }, creator.cookies);
		expect(refused.status).toBe(400);
		expect(await refused.json()).toMatchObject({ fields: { files: "Name each file once" } });
	});

	it("keeps a page hidden when its picture is sent again", async () => {
		await sold.hide([2]);
		const body = noisePng(66, 88);
		const sent = await putBytes(
			`/api/files/${sold.file.id}/preview?kind=page2&width=600&height=800&pages=30`,
			body,
			sold.creator.cookies,
		);
		expect(sent.status).toBe(200);
		expect((await sold.page()).preview?.morePages?.map(({ number }) => number)).toEqual([3]);
	});

	it("lets only the creator hide pages, and never all five", async () => {
		const { cookies } = await makeCreator();
		expect((await sold.hide([1], cookies)).status).toBe(404);
		expect((await sold.hide([1, 2, 3, 4, 5])).status).toBe(400);
		expect((await sold.hide([6])).status).toBe(400);
		expect((await sold.page()).preview?.morePages).toHaveLength(2);
	});
});
