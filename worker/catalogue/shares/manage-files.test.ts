import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import { payoutMethods } from "../../payments/tables.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { call, makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	begun,
	complete,
	creator,
	freshCreator,
	put,
	SMALL,
} from "../../test/fixtures/upload-helpers.ts";
import type { ShareResponse } from "./contract/shares.ts";
import { removeFiles } from "./remove-files.ts";
import { files, shares } from "./tables.ts";

beforeEach(freshCreator);

const ctx = testCtx();
const NAMES = ["a.txt", "b.txt", "c.txt"];

/** A published share of three small files, which are packed. */
async function three(names = NAMES, bytes = SMALL) {
	const upload = await begun(names.map((name) => ({ name, size: bytes.length })));
	for (const index of names.keys()) await put(upload, index, 1, bytes);
	await complete(upload);
	const page = await pageOf(upload.shareId);
	const id = (name: string) => page.files.find((file) => file.originalName === name)?.id ?? "";
	return { slug: upload.shareId, page, id };
}
async function pageOf(slug: string): Promise<ShareResponse> {
	return (await request(`/api/file-shares/${slug}`)).json<ShareResponse>();
}
const remove = (slug: string, ids: readonly string[], cookies = creator.cookies) =>
	call("POST", `/api/file-shares/${slug}/files/remove`, { files: ids }, cookies);
const stored = () => quotaOf(ctx, creator.user.id).stored(creator.user.id, ctx.now());
const keysOf = async (page: ShareResponse) => {
	const listed = await Promise.all(
		["originals", "packs"].map((kind) =>
			ctx.files.list({ prefix: `${kind}/${page.fileShare.id}/` }),
		),
	);
	return listed.map(({ objects }) => objects.length);
};
const archiveOf = async (slug: string) =>
	new TextDecoder("latin1").decode(
		await (
			await request(`/api/file-shares/${slug}/download-all-assets`, { cookies: creator.cookies })
		).arrayBuffer(),
	);

/** The name in the first local header of an archive, and those in its directory. */
function namesIn(archive: Uint8Array) {
	const length = new DataView(archive.buffer).getUint16(26, true);
	const local = new TextDecoder().decode(archive.subarray(30, 30 + length));
	return { local, directory: Object.keys(unzipSync(archive)) };
}

describe("removing files from a share", () => {
	it("removes rows, objects and bytes, and makes the archive again without them", async () => {
		const { slug, page, id } = await three();
		const before = await stored();
		expect(await keysOf(page)).toEqual([3, 1]);
		expect((await remove(slug, [id("b.txt")])).status).toBe(204);
		const after = await pageOf(slug);
		expect(after.files.map((file) => file.originalName)).toEqual(["a.txt", "c.txt"]);
		expect(after.fileShare).toMatchObject({ fileCount: 2, totalSize: 2 * SMALL.length });
		expect(after.fileShare.changedAt).not.toBeNull();
		expect(await stored()).toBe(before - SMALL.length);
		expect(await keysOf(page)).toEqual([2, 1]);
		const archive = await archiveOf(slug);
		expect(archive).toContain("c.txt");
		expect(archive).not.toContain("b.txt");
		expect(
			(await request(`/api/files/${id("b.txt")}/download`, { cookies: creator.cookies })).status,
		).toBe(404);
	});

	it("leaves an archive that can be read when it dies after the files are removed", async () => {
		const names = ["Notes.txt", "notes.txt", "c.txt"];
		const upload = await begun(names.map((name) => ({ name, size: SMALL.length })));
		for (const index of names.keys()) await put(upload, index, 1, SMALL);
		await complete(upload);
		const [first, , last] = (await pageOf(upload.shareId)).files;
		const dying: typeof ctx.handlers = {
			...ctx.handlers,
			deleteRenditions: async () => {
				throw new Error("the Worker dies");
			},
		};
		const fileIds = [first?.id ?? "", last?.id ?? ""];
		await expect(
			removeFiles({ ...creator.ctx, handlers: dying }, { slug: upload.shareId, fileIds }),
		).rejects.toThrow("dies");
		const path = `/api/file-shares/${upload.shareId}/download-all-assets`;
		const archive = await request(path, { cookies: creator.cookies });
		expect(archive.status).toBe(200);
		expect(namesIn(new Uint8Array(await archive.arrayBuffer()))).toEqual({
			local: "notes.txt",
			directory: ["notes.txt"],
		});
	});

	it("counts the same bytes when the quota is rebuilt, and frees them with the share", async () => {
		const { slug, page, id } = await three();
		await remove(slug, [id("a.txt"), id("b.txt")]);
		const counted = await stored();
		await quotaOf(ctx, creator.user.id).rebuild();
		expect(await stored()).toBe(counted);
		await quotaOf(ctx, creator.user.id).releaseStorage(
			creator.user.id,
			page.fileShare.id,
			ctx.now(),
		);
		expect(await stored()).toBe(counted - SMALL.length);
	});

	it("refuses the last file, unknown files and other creators", async () => {
		const { slug, page, id } = await three();
		expect(
			(
				await remove(
					slug,
					page.files.map((file) => file.id),
				)
			).status,
		).toBe(400);
		expect((await remove(slug, [id("a.txt"), "some-unknown-file"])).status).toBe(404);
		expect((await remove(slug, [id("a.txt")], (await makeCreator()).cookies)).status).toBe(404);
		expect((await remove(slug, [id("a.txt")], {})).status).toBe(401);
		expect((await remove(slug, [])).status).toBe(400);
		expect((await pageOf(slug)).files).toHaveLength(3);
	});

	it("refuses once somebody has begun to pay", async () => {
		const { slug, page, id } = await three();
		await ctx.db.update(shares).set({ checkoutBegunAt: 1 }).where(eq(shares.slug, slug));
		const before = await stored();
		expect(await (await remove(slug, [id("a.txt")])).json()).toMatchObject({
			code: "share.has_sales",
		});
		expect(await ctx.db.$count(files, eq(files.shareId, page.fileShare.id))).toBe(3);
		expect(await stored()).toBe(before);
		expect(await keysOf(page)).toEqual([3, 1]);
	});

	// G22
	it("leaves nobody to pay for a file that is gone", async () => {
		const routes = ["/api/create-payment-intent", "/api/begin-direct-payment"];
		for (const [round, path] of [...routes, ...routes].entries()) {
			const { slug, page, id } = await three();
			await ctx.db
				.insert(payoutMethods)
				.values({ userId: creator.user.id, cashAppHandle: "$ada", updatedAt: 1 })
				.onConflictDoNothing();
			const { changedAt } = page.fileShare;
			const pay = () => call("POST", path, { shareId: slug, changedAt });
			const removal = () => remove(slug, [id("a.txt")]);
			const calls = round < routes.length ? [removal, pay] : [pay, removal];
			const answers = await Promise.all(calls.map((answer) => answer()));
			expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
			const removed = (await pageOf(slug)).files.length === 2;
			const shareId = page.fileShare.id;
			expect(await ctx.db.$count(purchases, eq(purchases.shareId, shareId))).toBe(removed ? 0 : 1);
			const late = await pay();
			expect(late.status).toBe(removed ? 409 : 200);
			if (removed) expect(await late.json()).toMatchObject({ code: "share.changed" });
			const seen = { shareId: slug, changedAt: (await pageOf(slug)).fileShare.changedAt };
			expect((await call("POST", path, seen)).status).toBe(200);
		}
	});

	it("returns to the default cover when its file goes", async () => {
		const { slug, id } = await three();
		const fields = { coverFileId: id("a.txt") };
		await call("PATCH", `/api/file-shares/${slug}`, fields, creator.cookies);
		expect((await pageOf(slug)).fileShare.coverFileId).toBe(id("a.txt"));
		await remove(slug, [id("a.txt")]);
		expect((await pageOf(slug)).fileShare.coverFileId).toBeNull();
	});
});

describe("the order of files on the page", () => {
	const order = (slug: string, ids: readonly string[], cookies = creator.cookies) =>
		call("PATCH", `/api/file-shares/${slug}`, { order: ids }, cookies);
	const names = async (slug: string) => (await pageOf(slug)).files.map((file) => file.originalName);

	it("changes the page's order, but not the archive's", async () => {
		const { slug, id } = await three();
		const before = await archiveOf(slug);
		expect((await order(slug, [id("c.txt"), id("a.txt"), id("b.txt")])).status).toBe(200);
		expect(await names(slug)).toEqual(["c.txt", "a.txt", "b.txt"]);
		expect((await pageOf(slug)).fileShare.changedAt).not.toBeNull();
		expect(await archiveOf(slug)).toBe(before);
		await remove(slug, [id("a.txt")]);
		expect(await names(slug)).toEqual(["c.txt", "b.txt"]);
	});

	it("sorts an album by track until its creator changes the order", async () => {
		const { slug, id } = await three(
			["1.wv", "10.wv", "2.wv"],
			Uint8Array.of(0x77, 0x76, 0x70, 0x6b),
		);
		expect(await names(slug)).toEqual(["1.wv", "2.wv", "10.wv"]);
		const chosen = ["10.wv", "1.wv", "2.wv"];
		expect((await order(slug, chosen.map(id))).status).toBe(200);
		expect(await names(slug)).toEqual(chosen);
	});

	it("refuses a list that is not all of the share's files, each once", async () => {
		const { slug, id } = await three();
		const other = await three();
		for (const ids of [
			[id("c.txt"), id("a.txt")],
			[id("c.txt"), id("a.txt"), id("a.txt")],
			[id("c.txt"), id("a.txt"), other.id("b.txt")],
		])
			expect((await order(slug, ids)).status).toBe(400);
		expect(
			(await order(slug, [id("c.txt"), id("a.txt"), id("b.txt")], (await makeCreator()).cookies))
				.status,
		).toBe(404);
		expect(await names(slug)).toEqual(NAMES);
	});
});

it("leaves the order of the files as it was", async () => {
	const { slug, id } = await three();
	await ctx.db.update(shares).set({ checkoutBegunAt: 1 }).where(eq(shares.slug, slug));
	const fields = { order: [id("c.txt"), id("a.txt"), id("b.txt")], saleMode: "link" };
	const refused = await call("PATCH", `/api/file-shares/${slug}`, fields, creator.cookies);
	expect(await refused.json()).toMatchObject({ code: "share.has_sales" });
	expect((await pageOf(slug)).files.map((file) => file.originalName)).toEqual(NAMES);
});

it("never leave a share without files", async () => {
	const { slug, id } = await three();
	await Promise.all([
		remove(slug, [id("a.txt"), id("b.txt")]),
		remove(slug, [id("b.txt"), id("c.txt")]),
		remove(slug, [id("a.txt"), id("c.txt")]),
	]);
	const { files: left, fileShare } = await pageOf(slug);
	expect(left).toHaveLength(1);
	expect(fileShare.fileCount).toBe(1);
});
