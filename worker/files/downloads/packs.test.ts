import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { allFiles, files, packEntries, type shares } from "../../catalogue/shares/tables.ts";
import { MIB } from "../../contract/constants.ts";
import { readZip } from "../../test/checks/read-zip.ts";
import { archiveOfShare } from "../../test/fixtures/downloads.ts";
import { makeStoredShare, type StoredFile } from "../../test/fixtures/stored-share.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { recordsOf } from "./archive-entries.ts";
import { makePacks } from "./packs.ts";
import { layoutZip, zipStream } from "./zip-layout.ts";

const text = (value: string) => new TextEncoder().encode(value);
/** Incompressible data; the runtime returns at most 64 KiB of it per call. */
const noise = (length: number) => {
	const bytes = new Uint8Array(length);
	for (let at = 0; at < length; at += 65_536) {
		crypto.getRandomValues(bytes.subarray(at, at + 65_536));
	}
	return bytes;
};

let creatorId: string;
beforeAll(async () => {
	creatorId = (await makeCreator()).user.id;
});

const unpublished = (contents: readonly StoredFile[]) =>
	makeStoredShare(creatorId, contents, { status: "uploading" });
const rowsOf = (share: typeof shares.$inferSelect) =>
	testCtx()
		.db.select({
			packKey: packEntries.packKey,
			packOffset: packEntries.packOffset,
			packLength: packEntries.packLength,
			packMethod: packEntries.packMethod,
		})
		.from(files)
		.leftJoin(packEntries, eq(packEntries.fileId, files.id))
		.where(eq(files.shareId, share.id))
		.orderBy(files.position);

async function archiveOf(share: typeof shares.$inferSelect) {
	const archive = await archiveOfShare(share);
	const layout = layoutZip(archive.map(({ entry }) => entry));
	const fail = (reason: unknown) => {
		throw reason;
	};
	const whole = { offset: 0, length: layout.size };
	const body = await zipStream(env.FILES, layout, whole, {
		recordOf: recordsOf(archive),
		broken: fail,
	});
	return { layout, bytes: new Uint8Array(await new Response(body).arrayBuffer()) };
}

describe("makePacks", () => {
	it("packs the small files of each folder, and leaves large and single ones", async () => {
		const contents = [
			{ name: "a.txt", data: text("again and again ".repeat(500)) },
			{ name: "big.wav", data: noise(MIB + 1) },
			{ name: "b.wav", data: noise(MIB) },
			{ name: "c.txt", folder: "Texts", data: text("c") },
			{ name: "c.txt", folder: "Texts", data: text("d") },
			{ name: "empty.txt", folder: "Texts", data: text("") },
			{ name: "alone.txt", folder: "Texts/More", data: text("alone") },
		];
		const { share } = await unpublished(contents);
		const before = (await archiveOf(share)).bytes;
		await makePacks(testCtx(), share.id);
		const rows = await rowsOf(share);
		expect(rows.map(({ packMethod }) => packMethod)).toEqual([8, null, 0, 0, 0, 0, null]);
		expect(rows[0]?.packKey).toMatch(new RegExp(`^packs/${share.id}/`));
		expect(rows[2]?.packKey).toBe(rows[0]?.packKey);
		expect(rows[2]?.packOffset).toBe(rows[0]?.packLength);
		expect(rows[4]?.packKey).toBe(rows[3]?.packKey);
		expect(rows[3]?.packKey).not.toBe(rows[0]?.packKey);

		const { bytes } = await archiveOf(share);
		const unpacked = readZip(bytes);
		expect(unpacked).toEqual(readZip(before));
		expect(unpacked["Texts/c (2).txt"]).toEqual(text("d"));
		expect(unpacked["Texts/empty.txt"]).toEqual(text(""));
		expect(bytes.length).toBeLessThan(before.length - 7000);
	});

	it("serves many small files by one read, and records them by few statements", async () => {
		const contents = Array.from({ length: 600 }, (_, index) => ({
			name: `${index}.csv`,
			folder: "Table",
			data: text(`${index};`.repeat(index)),
		}));
		const { share } = await unpublished(contents);
		const ctx = testCtx();
		let statements = 0;
		const db = new Proxy(ctx.db, {
			get: (target, name, receiver) => {
				if (name === "run" || name === "select" || name === "batch") statements++;
				return Reflect.get(target, name, receiver);
			},
		});
		await makePacks({ ...ctx, db }, share.id);
		expect(statements).toBe(2);
		const { layout, bytes } = await archiveOf(share);
		expect(layout.pieces.filter((piece) => !(piece instanceof Uint8Array))).toHaveLength(1);
		expect(Object.keys(readZip(bytes))).toHaveLength(600);
	});

	it("splits files that exceed one pack", async () => {
		const data = noise(MIB);
		const contents = Array.from({ length: 17 }, (_, index) => ({ name: `${index}.wav`, data }));
		const { share } = await unpublished(contents);
		await makePacks(testCtx(), share.id);
		const keys = (await rowsOf(share)).map(({ packKey }) => packKey);
		const sizes = await Promise.all(
			[...new Set(keys)].map(async (key) => (await env.FILES.head(key ?? ""))?.size ?? 0),
		);
		expect(sizes).toHaveLength(3);
		for (const size of sizes) expect(size).toBeLessThanOrEqual(8 * MIB);
		expect(Object.values(readZip((await archiveOf(share)).bytes))).toHaveLength(17);
	});

	it("changes nothing when it is repeated", async () => {
		const contents = ["a", "b", "c"].map((name) => ({ name: `${name}.txt`, data: text(name) }));
		const { share } = await unpublished(contents);
		await makePacks(testCtx(), share.id);
		const [rows, { layout }] = [await rowsOf(share), await archiveOf(share)];
		await makePacks(testCtx(), share.id);
		expect(await rowsOf(share)).toEqual(rows);
		expect((await archiveOf(share)).layout).toEqual(layout);
	});

	it("continues after a crash, with the same archive as the result", async () => {
		const folders = ["A", "B", "C"];
		const contents = folders.flatMap((folder) =>
			["a", "b"].map((name) => ({ name: `${name}.txt`, folder, data: text(folder + name) })),
		);
		const { share } = await unpublished(contents);
		const ctx = testCtx();
		let puts = 0;
		const put: R2Bucket["put"] = (...args: Parameters<R2Bucket["put"]>) => {
			if (++puts === 2) throw new Error("the store went away");
			return env.FILES.put(...args);
		};
		const failing = new Proxy(env.FILES, {
			get: (target, name) => (name === "put" ? put : Reflect.get(target, name).bind(target)),
		});
		await expect(makePacks({ ...ctx, files: failing }, share.id)).rejects.toThrow("went away");
		await makePacks(ctx, share.id);
		expect(new Set((await rowsOf(share)).map(({ packKey }) => packKey)).size).toBe(3);
		const listed = await env.FILES.list({ prefix: `packs/${share.id}/` });
		expect(listed.objects).toHaveLength(3);
		expect(readZip((await archiveOf(share)).bytes)["B/b.txt"]).toEqual(text("Bb"));
	});

	it("records nothing for a file that is removed in the meantime", async () => {
		const contents = ["a", "b"].map((name) => ({ name: `${name}.txt`, data: text(name) }));
		const { share, files: rows } = await unpublished(contents);
		const ctx = testCtx();
		const put = async (...args: Parameters<R2Bucket["put"]>) => {
			await ctx.db.delete(allFiles).where(eq(allFiles.id, rows[0]?.id ?? ""));
			return env.FILES.put(...args);
		};
		const removing = new Proxy(env.FILES, {
			get: (target, name) => (name === "put" ? put : Reflect.get(target, name).bind(target)),
		});
		await makePacks({ ...ctx, files: removing }, share.id);
		expect((await rowsOf(share)).map(({ packKey }) => packKey !== null)).toEqual([true]);
		const packed = rows.map(({ id }) => id);
		expect(
			await ctx.db.select().from(packEntries).where(inArray(packEntries.fileId, packed)),
		).toHaveLength(1);
	});

	it.each([
		["other bytes", text("xyz")],
		["fewer bytes", text("ab")],
		["no object", null],
	])("refuses to pack %s than were uploaded", async (_, data) => {
		const contents = ["a", "b"].map((name) => ({ name: `${name}.txt`, data: text("abc") }));
		const { share, files: rows } = await unpublished(contents);
		const key = rows[1]?.objectKey ?? "";
		await (data === null ? env.FILES.delete(key) : env.FILES.put(key, data));
		await expect(makePacks(testCtx(), share.id)).rejects.toThrow("not what was uploaded");
		expect((await rowsOf(share)).every(({ packKey }) => packKey === null)).toBe(true);
	});
});
