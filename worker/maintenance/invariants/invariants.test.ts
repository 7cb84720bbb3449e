import { env } from "cloudflare:workers";
import { and, eq, inArray, ne } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allFiles, files, packEntries, shares } from "../../catalogue/shares/tables.ts";
import { jobCursors } from "../../core/tables.ts";
import { makePacks } from "../../files/downloads/packs.ts";
import { outbox } from "../../platform/tables.ts";
import { purchases, totals } from "../../purchases/entitlements/tables.ts";
import { purchaseOf, sell } from "../../test/fixtures/sale-helpers.ts";
import { makePurchase, makeSale } from "../../test/fixtures/sales.ts";
import { makeStoredShare } from "../../test/fixtures/stored-share.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { checkFiles, type FileCursor } from "./check-files.ts";
import { checkPurchases, checkShares } from "./check-rows.ts";
import { runNightlyCheck } from "./nightly-check.ts";

const text = (value: string) => new TextEncoder().encode(value);
const CONTENTS = [
	{
		name: "large.bin",
		data: new Uint8Array(1_500_000).map((_, at) => (at * 2_654_435_761) >>> 24),
	},
	{ name: "a.txt", data: text("again and again ".repeat(50)) },
	{ name: "b.txt", data: text("b") },
	{ name: "empty.txt", data: new Uint8Array() },
];
const ALL = { maxBytes: 1e9, maxFiles: 1e6 };

let share: typeof shares.$inferSelect;
let rows: (typeof files.$inferSelect)[];
beforeEach(async () => {
	const ctx = testCtx();
	// A file's tests share storage, but only what this test stores should be checked.
	await ctx.db.delete(allFiles);
	await ctx.db.delete(jobCursors);
	await ctx.db.update(shares).set({ status: "deleted" });
	const creator = await makeCreator();
	({ share } = await makeStoredShare(creator.user.id, CONTENTS, {
		fileCount: 4,
		totalSize: CONTENTS.reduce((sum, { data }) => sum + data.length, 0),
	}));
	await makePacks(ctx, share.id);
	rows = await ctx.db
		.select()
		.from(files)
		.where(eq(files.shareId, share.id))
		.orderBy(files.position);
});
afterEach(() => vi.restoreAllMocks());

const keyOf = (index: number) => rows[index]?.objectKey ?? "";
/** Changes an object's bytes and updates the recorded ETag, to simulate damage below the store's API. */
async function damage(index: number, bytes: Uint8Array): Promise<void> {
	const object = await env.FILES.put(keyOf(index), bytes);
	await testCtx()
		.db.update(allFiles)
		.set({ etag: object?.etag ?? "" })
		.where(inArray(allFiles.objectKey, [keyOf(index)]));
}

describe("checkFiles", () => {
	it("finds nothing if every object equals its upload", async () => {
		const batch = await checkFiles(testCtx(), null, ALL);
		const bytes = CONTENTS.reduce((sum, { data }) => sum + data.length, 0);
		expect(batch).toEqual({ findings: [], files: 4, bytes, cursor: null });
	});

	it("finds an object whose bytes differ though length and ETag agree", async () => {
		const bytes = CONTENTS[0]?.data.slice() ?? new Uint8Array();
		bytes[700_000] = (bytes[700_000] ?? 0) ^ 1;
		await damage(0, bytes);
		expect((await checkFiles(testCtx(), null, ALL)).findings).toMatchObject([
			{ problem: "crc32", shareId: share.id, fileId: rows[0]?.id, key: keyOf(0) },
		]);
	});

	it("finds objects that are missing, also those of empty files", async () => {
		await env.FILES.delete([keyOf(0), keyOf(3)]);
		const { findings } = await checkFiles(testCtx(), null, ALL);
		expect(findings.map(({ problem, key }) => [problem, key]).sort()).toEqual(
			[
				["missing", keyOf(0)],
				["missing", keyOf(3)],
			].sort(),
		);
	});

	it("checks the files of a deleted share while they are kept for its buyers", async () => {
		const keep = (keptUntil: number) =>
			testCtx()
				.db.update(shares)
				.set({ status: "deleted", deletion: "kept", keptUntil })
				.where(eq(shares.id, share.id));
		await env.FILES.delete(keyOf(0));
		await keep(Date.now() + 60_000);
		expect((await checkFiles(testCtx(), null, ALL)).findings).toMatchObject([
			{ problem: "missing", key: keyOf(0) },
		]);
		await keep(Date.now() - 60_000);
		expect((await checkFiles(testCtx(), null, ALL)).files).toBe(0);
	});

	it("checks the earlier versions that are kept, in the order of all files, and no others", async () => {
		const ctx = testCtx();
		const sizes = [0, 1].map((index) => rows[index]?.size ?? 0);
		for (const [index, kept] of [true, false].entries()) {
			const file = rows[index];
			if (!file) throw new Error("no file made");
			await ctx.db.delete(allFiles).where(eq(allFiles.id, file.id));
			await ctx.db.insert(allFiles).values({
				...file,
				state: "earlier",
				replacedBy: rows[2]?.id ?? "",
				replacedAt: 1,
				kept,
			});
		}
		const bytes = CONTENTS.reduce((sum, { data }) => sum + data.length, 0) - (sizes[1] ?? 0);
		expect(await checkFiles(ctx, null, ALL)).toEqual({
			findings: [],
			files: 3,
			bytes,
			cursor: null,
		});

		await env.FILES.delete([keyOf(0), keyOf(1)]);
		const findings: string[] = [];
		let cursor: FileCursor | null = null;
		do {
			const batch = await checkFiles(ctx, cursor, { maxBytes: 1e9, maxFiles: 1 });
			findings.push(...batch.findings.map(({ problem, key }) => `${problem} ${key}`));
			cursor = batch.cursor;
		} while (cursor !== null);
		expect(findings).toEqual([`missing ${keyOf(0)}`]);
	});

	it("finds a pack whose entries differ from their files", async () => {
		const [entry] = await testCtx()
			.db.select()
			.from(packEntries)
			.where(eq(packEntries.fileId, rows[1]?.id ?? ""));
		const key = entry?.packKey ?? "";
		const pack = new Uint8Array((await (await env.FILES.get(key))?.arrayBuffer()) ?? []);
		const at = (entry?.packOffset ?? 0) + (entry?.packLength ?? 0) - 1;
		pack[at] = (pack[at] ?? 0) ^ 0xff;
		await env.FILES.put(key, pack);
		expect((await checkFiles(testCtx(), null, ALL)).findings).toMatchObject([
			{ problem: "pack", fileId: rows[1]?.id, key },
		]);
	});

	it("continues where it stopped, also in the middle of a file, and skips nothing", async () => {
		const bytes = CONTENTS[0]?.data.slice() ?? new Uint8Array();
		bytes[1_499_999] = (bytes[1_499_999] ?? 0) ^ 1;
		await damage(0, bytes);
		const problems: string[] = [];
		let cursor: FileCursor | null = null;
		let rounds = 0;
		let read = 0;
		do {
			const batch = await checkFiles(testCtx(), cursor, { maxBytes: 400_000, maxFiles: 1000 });
			expect(batch.bytes).toBeLessThanOrEqual(400_000);
			problems.push(...batch.findings.map(({ problem }) => problem));
			read += batch.bytes;
			cursor = batch.cursor;
			rounds++;
		} while (cursor !== null);
		expect(problems).toEqual(["crc32"]);
		expect(rounds).toBeGreaterThanOrEqual(4);
		expect(read).toBe(CONTENTS.reduce((sum, { data }) => sum + data.length, 0));
	});
});

describe("checkShares", () => {
	it("finds a share whose files don't add up", async () => {
		expect((await checkShares(testCtx(), "")).findings).toEqual([]);
		await testCtx()
			.db.delete(allFiles)
			.where(eq(allFiles.id, rows[2]?.id ?? ""));
		expect((await checkShares(testCtx(), "")).findings).toMatchObject([
			{ problem: "sum", shareId: share.id },
		]);
	});
});

describe("checkPurchases", () => {
	it("finds a purchase that says wrongly whether something is to be transferred", async () => {
		const { intentId } = await sell(await makeCreator());
		const { id } = await purchaseOf(intentId);
		expect((await checkPurchases(testCtx(), "")).findings).toEqual([]);
		await testCtx().db.update(purchases).set({ unbalancedAt: null }).where(eq(purchases.id, id));
		expect((await checkPurchases(testCtx(), "")).findings).toMatchObject([
			{ problem: "ledger", purchaseId: id },
		]);
		await testCtx().db.update(purchases).set({ unbalancedAt: 1 }).where(eq(purchases.id, id));
	});

	it("finds a purchase that is revoked and was never paid", async () => {
		const { share: sold, buyer, purchase } = await makeSale({ purchase: { revokedAt: 1 } });
		expect((await checkPurchases(testCtx(), "")).findings).toEqual([]);
		const attempt = await makePurchase(sold, buyer.id, { state: "started", revokedAt: 1 });
		expect((await checkPurchases(testCtx(), "")).findings).toMatchObject([
			{ problem: "revoked", purchaseId: attempt.id, found: "started" },
		]);
		for (const { id } of [attempt, purchase])
			await testCtx().db.update(purchases).set({ revokedAt: null }).where(eq(purchases.id, id));
	});
});

describe("the nightly check", () => {
	it("logs findings, mails the operator once a day, and continues the next night", async () => {
		const lines: string[] = [];
		vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
		await env.FILES.delete(keyOf(0));
		const ctx = testCtx();
		const mails = () =>
			ctx.db.select().from(outbox).where(eq(outbox.recipient, ctx.config.OPERATOR_EMAIL));
		const before = (await mails()).length;
		// One file per night: the next night would start again.
		for (const _ of CONTENTS) await runNightlyCheck(ctx, { maxBytes: 1e9, maxFiles: 1 });
		expect(lines.map((line) => JSON.parse(line))).toMatchObject([
			{ event: "invariant.broken", problem: "missing", key: keyOf(0), shareId: share.id },
		]);
		const sent = (await mails()).slice(before);
		expect(sent).toHaveLength(1);
		expect(sent[0]?.text).toContain(keyOf(0));
	});

	it("logs at most fifty findings of a kind, and how many more there are", async () => {
		const lines: string[] = [];
		vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
		const ctx = testCtx();
		const [file] = rows;
		if (!file) throw new Error("There is no file.");
		for (let n = 0; n < 53; n++) {
			const [id, position] = [`copy-${n}`, 100 + n] as const;
			await ctx.db.insert(allFiles).values({ ...file, id, position, objectKey: `originals/${id}` });
		}
		await runNightlyCheck(ctx);
		const found = lines.map((line) => JSON.parse(line));
		const missing = found.filter(({ problem }) => problem === "missing");
		expect(missing).toHaveLength(51);
		expect(missing.at(-1)).toMatchObject({ event: "invariant.broken", more: 3 });
		expect(found.map(({ problem }) => problem)).toContain("sum");
	});
});

describe("running totals", () => {
	it("names and recounts totals that differ", async () => {
		const lines: string[] = [];
		vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
		const { creator, share: sold } = await makeSale();
		const ctx = testCtx();
		const ofCreator = () =>
			ctx.db.select().from(totals).where(eq(totals.creatorId, creator.user.id));
		const right = await ofCreator();
		await ctx.db
			.update(totals)
			.set({ sales: 7, netCents: 5 })
			.where(and(eq(totals.creatorId, creator.user.id), eq(totals.shareId, sold.id)));
		await ctx.db
			.delete(totals)
			.where(
				and(eq(totals.creatorId, creator.user.id), eq(totals.shareId, ""), ne(totals.day, "")),
			);
		for (let night = 0; night < 3; night++) await runNightlyCheck(ctx);
		const found = lines
			.map((line) => JSON.parse(line))
			.filter(({ problem }) => problem === "totals");
		expect(found).toMatchObject([
			{ creatorId: creator.user.id, found: expect.stringMatching(/sales off by -1/) },
			{ shareId: sold.id, found: expect.stringMatching(/sales off by 6, net_cents off by 5/) },
		]);
		expect(await ofCreator()).toEqual(expect.arrayContaining(right));
		expect(await ofCreator()).toHaveLength(right.length);
	});
});
