import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { CONTENTS, makeDownloads } from "../../test/fixtures/downloads.ts";
import { makeBuyer, makePurchase } from "../../test/fixtures/sales.ts";
import { makeStoredShare } from "../../test/fixtures/stored-share.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";

let fixture: Awaited<ReturnType<typeof makeDownloads>>;
beforeAll(async () => {
	fixture = await makeDownloads();
});

describe("missing content", () => {
	it.each([
		["/api/files/unknown-file-id/download", "file.not_found"],
		["/api/files/1/download", "file.not_found"],
		["/api/file-shares/unknown-share/download-all-assets", "share.not_found"],
		["/api/file-shares/unknown-share/download-folder/Texts", "share.not_found"],
		["/api/download-folder/unknown-share", "share.not_found"],
		["/api/file-shares/unknown-share/archives/SQ", "share.not_found"],
	])("%s", async (path, code) => {
		for (const viewer of ["owner", "stranger"] as const) {
			const response = await fixture.ask(path, {}, viewer);
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject({ code });
		}
	});

	it.each(["None", "Text", "texts", "..", "Texts%2F..", "%00", "%ff", "Texts%252FDrafts"])(
		"returns 404 for a folder named %s, but 402 to a viewer who has not paid",
		async (name) => {
			const path = `/api/file-shares/${fixture.share.slug}/download-folder/${name}`;
			const url = new URL(path, "http://x").pathname;
			if (url !== path) return; // the address itself was normalised by the client
			expect((await fixture.ask(path)).status).toBe(404);
			expect((await fixture.ask(path, {}, "stranger")).status).toBe(402);
		},
	);

	it.each([
		["uploading", 404],
		["deleted", 404],
		["taken_down", 410],
	] as const)("refuses a share that is %s, even to its owner", async (status, code) => {
		const creator = await makeCreator();
		const gone = await makeStoredShare(creator.user.id, CONTENTS, { status });
		const buyer = await makeBuyer();
		await makePurchase(gone.share, buyer.id);
		const paths = [
			`/api/file-shares/${gone.share.slug}/download-all-assets`,
			`/api/files/${gone.files[0]?.id}/download`,
		];
		for (const path of paths) {
			for (const cookies of [creator.cookies, buyer.cookies, {}]) {
				expect((await request(path, { cookies })).status).toBe(code);
			}
		}
	});
});

describe("the share in link mode", () => {
	it("opens a share in link mode to everyone once it is paid, until a refund", async () => {
		const creator = await makeCreator();
		const link = await makeStoredShare(creator.user.id, CONTENTS, { saleMode: "link" });
		const path = `/api/file-shares/${link.share.slug}/download-all-assets`;
		expect((await request(path)).status).toBe(402);
		const buyer = await makeBuyer();
		const purchase = await makePurchase(link.share, buyer.id);
		expect((await request(path)).status).toBe(200);
		await testCtx()
			.db.update(purchases)
			.set({ state: "refunded" })
			.where(eq(purchases.id, purchase.id));
		expect((await request(path)).status).toBe(402);
		expect((await request(path, { cookies: buyer.cookies })).status).toBe(402);
	});
});
