import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import type { CreatedShare, ShareResponse } from "../../catalogue/shares/contract/shares.ts";
import { publishQuarantined } from "../../catalogue/shares/publish.ts";
import {
	earlierFiles,
	files,
	quarantinedUploads,
	type Replacement,
	shares,
} from "../../catalogue/shares/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { findOrphans } from "../../maintenance/cleanup-objects.ts";
import { runPurges } from "../../platform/queue/purge.ts";
import { crc32 as crc32Of } from "../../platform/storage/crc32.ts";
import { readZip } from "../../test/checks/read-zip.ts";
import { makeBuyer, makeLines, makePurchase } from "../../test/fixtures/sales.ts";
import { text } from "../../test/fixtures/sample-files.ts";
import { request, testCtx } from "../../test/fixtures/test-app.ts";
import {
	begin,
	begun,
	code,
	complete,
	creator,
	freshCreator,
	put,
	rowOf,
	sessionOf,
} from "../../test/fixtures/upload-helpers.ts";
import { publishUpload } from "./publish-upload.ts";

beforeEach(freshCreator);

const ctx = testCtx();
const DAY_MS = 86_400_000;
const V1 = text("first version of the notes");
const V2 = text("second version, which is a little longer");
const V3 = text("third");

/** A published share of three small files, which are packed, with a begun payment. */
async function sold() {
	const names = ["a.txt", "b.txt", "c.txt"];
	const upload = await begun(names.map((name) => ({ name, size: V1.length, folderPath: "Notes" })));
	for (const index of names.keys()) await put(upload, index, 1, V1);
	await complete(upload);
	await ctx.db.update(shares).set({ checkoutBegunAt: 1 }).where(eq(shares.slug, upload.shareId));
	const share = await rowOf(upload.shareId);
	if (!share) throw new Error("no share made");
	return share;
}

async function buyerOf(share: NonNullable<Awaited<ReturnType<typeof rowOf>>>, paidAt: number) {
	const buyer = await makeBuyer();
	await makePurchase(share, buyer.id, { paidAt, createdAt: paidAt });
	return buyer.cookies;
}

/** An upload of V2 as `publishUpload` gets it, ready to replace a file. */
async function finishedUpload(share: { id: string; slug: string }, replaces: Replacement) {
	const id = ctx.id();
	const objectKey = `originals/${share.id}/${id}`;
	const object = await ctx.files.put(objectKey, V2);
	const metadata = {
		id,
		creatorId: creator.user.id,
		month: "2026-11",
		shareId: share.id,
		slug: share.slug,
		addsTo: true,
		title: "",
		description: null,
		price: "9.99",
		fileCount: 1,
		totalSize: V2.length,
		createdAt: 1,
	};
	const file = {
		position: 0,
		id,
		originalName: "a.txt",
		folderPath: "Notes",
		mimeType: "text/plain",
		family: "text" as const,
		size: V2.length,
		objectKey,
		modifiedAt: 1,
		replaces,
		noPreview: false,
		wholeOnly: false,
		multipart: null,
		etag: object?.etag ?? "",
		crc32: crc32Of(V2),
	};
	return { id, metadata, finished: [file] };
}

const filesOf = async (slug: string) =>
	(await (await request(`/api/file-shares/${slug}`)).json<ShareResponse>()).files;
const idOf = async (slug: string, name: string) =>
	(await filesOf(slug)).find((file) => file.originalName === name)?.id ?? "";

/** Replaces a file by name, through an upload like the browser's. */
async function replace(
	slug: string,
	name: string,
	bytes: Uint8Array,
	{ newName = name, ...more }: { newName?: string; note?: string; keepEarlier?: boolean } = {},
) {
	const replaces = { file: await idOf(slug, name), ...more };
	const upload = await begun([{ name: newName, size: bytes.length, replaces }], {
		addTo: slug,
	});
	await put(upload, 0, 1, bytes);
	expect((await complete(upload)).status).toBe(201);
	return replaces.file;
}

const download = (id: string, cookies: Record<string, string>) =>
	request(`/api/files/${id}/download`, { cookies });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const archive = (slug: string, cookies: Record<string, string>, headers = {}) =>
	request(`/api/file-shares/${slug}/download-all-assets`, { cookies, headers });
const sessionHas = (upload: { id: string }, bindings: object) =>
	runInDurableObject(sessionOf(upload), (session) => {
		Object.assign(session, { env: bindings });
	});
const stored = () => quotaOf(ctx, creator.user.id).stored(creator.user.id, ctx.now());

describe("replacing a file of a share", () => {
	it("gives buyers of that file alone the new version and, if they paid before, the earlier one", async () => {
		const share = await sold();
		const buyers = await Promise.all(
			["a.txt", "b.txt"].map(async (name) => {
				const buyer = await makeBuyer();
				const purchase = await makePurchase(share, buyer.id, { paidAt: 1, createdAt: 1 });
				await makeLines(purchase, [{ fileId: await idOf(share.slug, name), edition: "full" }]);
				return buyer.cookies;
			}),
		);
		const earlier = await replace(share.slug, "a.txt", V2);
		const current = await idOf(share.slug, "a.txt");
		const [ofIt = {}, ofAnother = {}] = buyers;
		expect(await bytesOf(await download(current, ofIt))).toEqual(V2);
		expect(await bytesOf(await download(earlier, ofIt))).toEqual(V1);
		expect((await download(current, ofAnother)).status).toBe(402);
		expect((await download(earlier, ofAnother)).status).toBe(404);
	});

	it("gives a replacement the place, the folder and the next version, with a note", async () => {
		const share = await sold();
		await replace(share.slug, "b.txt", V2, { newName: "b2.txt", note: "Fixed a typo" });
		expect((await filesOf(share.slug)).map((file) => [file.originalName, file.folderPath])).toEqual(
			[
				["a.txt", "Notes"],
				["b2.txt", "Notes"],
				["c.txt", "Notes"],
			],
		);
		const id = await idOf(share.slug, "b2.txt");
		const [row] = await ctx.db.select().from(files).where(eq(files.id, id));
		expect(row).toMatchObject({ position: 1, version: 2, versionNote: "Fixed a typo" });
		await replace(share.slug, "b2.txt", V3);
		const versions = await ctx.db
			.select({ version: earlierFiles.version, kept: earlierFiles.kept })
			.from(earlierFiles)
			.where(eq(earlierFiles.shareId, share.id))
			.orderBy(earlierFiles.version);
		expect(versions).toEqual([
			{ version: 1, kept: true },
			{ version: 2, kept: true },
		]);
		expect(await rowOf(share.slug)).toMatchObject({
			fileCount: 3,
			totalSize: 2 * V1.length + V3.length,
		});
	});

	// G7
	it("lets those who paid before download both versions, and later buyers the new one only", async () => {
		const share = await sold();
		const before = await buyerOf(share, ctx.now() - 1000);
		const v1 = await replace(share.slug, "a.txt", V2);
		const v2 = await idOf(share.slug, "a.txt");
		const after = await buyerOf(share, ctx.now() + 1000);
		expect(await bytesOf(await download(v1, before))).toEqual(V1);
		expect(await bytesOf(await download(v2, before))).toEqual(V2);
		expect(await bytesOf(await download(v2, after))).toEqual(V2);
		const refused = await download(v1, after);
		expect([refused.status, await code(refused)]).toEqual([404, "file.not_found"]);
		expect((await download(v1, {})).status).toBe(404);
		expect(await bytesOf(await download(v1, creator.cookies))).toEqual(V1);
		const free = { pricing: "free", priceCents: 0, asksAddress: false } as const;
		await ctx.db.update(shares).set(free).where(eq(shares.id, share.id));
		expect(await bytesOf(await download(v2, {}))).toEqual(V2);
		expect((await download(v1, {})).status).toBe(404);
	});

	it("drops the earlier version when the creator says so, and its bytes after a day", async () => {
		const share = await sold();
		const before = await buyerOf(share, ctx.now() - 1000);
		const counted = await stored();
		const v1 = await replace(share.slug, "a.txt", V2, { keepEarlier: false });
		expect(await stored()).toBe(counted + V2.length - V1.length);
		await quotaOf(ctx, creator.user.id).rebuild();
		expect(await stored()).toBe(counted + V2.length - V1.length);
		expect((await download(v1, before)).status).toBe(404);
		const key = `originals/${share.id}/${v1}`;
		expect(await findOrphans(ctx, [key])).toEqual([]);
		await runPurges(ctx);
		expect(await ctx.files.head(key)).not.toBeNull();
		await runPurges({ ...ctx, now: () => Date.now() + 2 * DAY_MS });
		expect(await ctx.files.head(key)).toBeNull();
		expect(
			await ctx.files.head(`originals/${share.id}/${await idOf(share.slug, "a.txt")}`),
		).not.toBeNull();
	});

	it("counts a kept version in the quota, and keeps none before anybody has begun to pay", async () => {
		const share = await sold();
		const counted = await stored();
		const v1 = await replace(share.slug, "a.txt", V2);
		expect(await stored()).toBe(counted + V2.length);
		expect(
			await findOrphans({ ...ctx, now: () => Date.now() + 30 * DAY_MS }, [
				`originals/${share.id}/${v1}`,
			]),
		).toEqual([]);
		await ctx.db.update(shares).set({ checkoutBegunAt: null }).where(eq(shares.id, share.id));
		const v2 = await replace(share.slug, "a.txt", V3);
		expect(await stored()).toBe(counted + V3.length);
		const [row] = await ctx.db.select().from(earlierFiles).where(eq(earlierFiles.id, v2));
		expect(row?.kept).toBe(false);
	});

	// G7
	it("changes the archive's ETag, so that a broken download begins again", async () => {
		const share = await sold();
		const buyer = await buyerOf(share, ctx.now() - 1000);
		const first = await archive(share.slug, buyer);
		const etag = first.headers.get("etag") ?? "";
		const old = await bytesOf(first);
		const range = { range: "bytes=10-", "if-range": etag };
		expect((await archive(share.slug, buyer, range)).status).toBe(206);
		await replace(share.slug, "a.txt", V2, { newName: "c.txt" });
		const again = await archive(share.slug, buyer, range);
		expect(again.status).toBe(200);
		expect(again.headers.get("etag")).not.toBe(etag);
		const entries = readZip(await bytesOf(again));
		expect(Object.keys(readZip(old))).toEqual(["Notes/a.txt", "Notes/b.txt", "Notes/c.txt"]);
		// The names of packed entries were also made again.
		expect(Object.entries(entries).map(([name, bytes]) => [name, bytes.length])).toEqual([
			["Notes/c.txt", V2.length],
			["Notes/b.txt", V1.length],
			["Notes/c (2).txt", V1.length],
		]);
	});

	it("repeats publishing without replacing twice, also when the file was replaced again", async () => {
		const share = await sold();
		const [a] = await ctx.db
			.select()
			.from(files)
			.where(eq(files.id, await idOf(share.slug, "a.txt")));
		const replaces = { file: a?.id ?? "", note: null, keepEarlier: true };
		const { metadata, finished } = await finishedUpload(share, replaces);
		for (let run = 0; run < 2; run++)
			expect(await publishUpload(ctx, metadata, finished)).toBe("published");
		await replace(share.slug, "a.txt", V3);
		expect(await publishUpload(ctx, metadata, finished)).toBe("published");
		expect((await filesOf(share.slug)).map((file) => file.size)).toEqual([
			V3.length,
			V1.length,
			V1.length,
		]);
	});

	it("releases an earlier version's bytes even if the quota couldn't be reached at first", async () => {
		const share = await sold();
		const counted = await stored();
		const replaces = { file: await idOf(share.slug, "a.txt"), keepEarlier: false };
		const upload = await begun([{ name: "a.txt", size: V2.length, replaces }], {
			addTo: share.slug,
		});
		await put(upload, 0, 1, V2);
		const quota = { addRecords: () => Promise.reject(new Error("The quota is away.")) };
		await sessionHas(upload, { ...env, UPLOAD_QUOTA: { getByName: () => quota } });
		expect((await complete(upload)).status).toBe(202);
		await sessionHas(upload, env);
		expect((await complete(upload)).status).toBe(201);
		expect(await stored()).toBe(counted + V2.length - V1.length);
	});

	it("adds the file if another upload has replaced the same one in the meantime", async () => {
		const share = await sold();
		const replaces = { file: await idOf(share.slug, "c.txt") };
		const both = [];
		for (const bytes of [V2, V3]) {
			const upload = await begun([{ name: "c.txt", size: bytes.length, replaces }], {
				addTo: share.slug,
			});
			await put(upload, 0, 1, bytes);
			both.push(upload);
		}
		for (const upload of both) expect((await complete(upload)).status).toBe(201);
		expect((await filesOf(share.slug)).map((file) => file.size)).toEqual([
			V1.length,
			V1.length,
			V2.length,
			V3.length,
		]);
	});

	it("carries the replacement through the scanner", async () => {
		const share = await sold();
		const replaces = { file: await idOf(share.slug, "a.txt"), note: "Clean" };
		const held = testCtx({ config: { ...ctx.config, SCAN_URL: "https://scanner.test/" } });
		const { id, metadata, finished } = await finishedUpload(share, {
			...replaces,
			keepEarlier: true,
		});
		const afterQuarantine = vi.fn<Ctx["handlers"]["afterQuarantine"]>();
		const quiet = { ...held, handlers: { ...held.handlers, afterQuarantine } };
		expect(await publishUpload(quiet, metadata, finished)).toBe("quarantined");
		expect(afterQuarantine.mock.calls).toEqual([[quiet, id]]);
		expect((await filesOf(share.slug))[0]?.id).toBe(replaces.file);
		for (let run = 0; run < 2; run++) await publishQuarantined(ctx, id);
		expect(
			await ctx.db.select().from(quarantinedUploads).where(eq(quarantinedUploads.id, id)),
		).toEqual([]);
		const [row] = await ctx.db.select().from(files).where(eq(files.id, id));
		expect(row).toMatchObject({ position: 0, version: 2, versionNote: "Clean" });
	});

	it("refuses files of other shares, and two files in one place", async () => {
		const share = await sold();
		const other = await sold();
		const file = await idOf(share.slug, "a.txt");
		const one = { name: "a.txt", size: 1, replaces: { file } };
		const tries: [Parameters<typeof begin>[0], object][] = [
			[[one], { addTo: other.slug }],
			[[one, one], { addTo: share.slug }],
			[[one], {}],
		];
		const statuses = [];
		for (const [announced, more] of tries) statuses.push((await begin(announced, more)).status);
		expect(statuses).toEqual([404, 400, 400]);
	});

	it("makes the successor of the cover the cover", async () => {
		const share = await sold();
		const coverFileId = await idOf(share.slug, "a.txt");
		await ctx.db.update(shares).set({ coverFileId }).where(eq(shares.id, share.id));
		await replace(share.slug, "a.txt", V2);
		const page = await (await request(`/api/file-shares/${share.slug}`)).json<CreatedShare>();
		expect(page.fileShare.coverFileId).toBe(await idOf(share.slug, "a.txt"));
	});
});
