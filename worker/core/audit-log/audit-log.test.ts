import { env } from "cloudflare:workers";
import { eq, gt, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonPieces } from "../../platform/http/streamed-file.ts";
import { joined } from "../../test/fixtures/joined.ts";
import { erase } from "../../test/fixtures/personal-data.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { users } from "../tables.ts";
import { type ChainCursor, checkAuditLog } from "./check-chain.ts";
import { exportActs, ownActs } from "./own-acts.ts";
import { recordAct, recordOwnAct } from "./record-act.ts";
import { sealAuditLog } from "./seal.ts";
import { auditLog } from "./tables.ts";

const ctx = testCtx();
let creator: Awaited<ReturnType<typeof makeCreator>>;

beforeEach(async () => {
	await ctx.db.delete(auditLog);
	await env.FILES.delete("audit-log/head");
	creator = await makeCreator();
});

afterEach(() => vi.restoreAllMocks());

const act = (subject = "My share") =>
	recordOwnAct(ctx, creator.user.id, { act: "share.price_changed", details: { subject } });

async function written(count: number): Promise<void> {
	for (let at = 0; at < count; at++) await act(`Share ${at + 1}`);
	await sealAuditLog(ctx);
}

async function findings() {
	const found = [];
	let from: ChainCursor | null = null;
	do {
		const batch = await checkAuditLog(ctx, from);
		found.push(...batch.findings);
		from = batch.next;
	} while (from);
	return found;
}

const all = () =>
	ctx.db.select().from(auditLog).where(gt(auditLog.id, 0)).orderBy(auditLog.id).limit(100);

const change = (id: number, fields: Partial<typeof auditLog.$inferInsert>) =>
	ctx.db.update(auditLog).set(fields).where(eq(auditLog.id, id));

describe("the audit log", () => {
	// G107
	it("writes an act to the log only together with its effect", async () => {
		const failing = ctx.db
			.insert(users)
			.values({ ...creator.user, passwordHash: "", createdAt: 1 });
		await expect(ctx.db.batch([act(), failing])).rejects.toThrow();
		await recordAct(
			ctx,
			{ act: "job.run", by: "system", actorId: null, creatorId: null },
			sql`1 = 2`,
		);
		expect(await all()).toEqual([]);
	});

	it("numbers rows without gaps, even if they are written concurrently", async () => {
		await Promise.all(Array.from({ length: 20 }, () => act()));
		await Promise.all([sealAuditLog(ctx), sealAuditLog(ctx), sealAuditLog(ctx)]);
		const rows = await all();
		expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
		expect(await findings()).toEqual([]);
	});

	// G107
	it.each([
		["at", { at: 1 }],
		["act", { act: "password.changed" }],
		["by", { by: "operator" }],
		["actor", { actorId: "somebody-else" }],
		["creator", { creatorId: null }],
		["subject", { subjectId: "another" }],
		["details", { details: '{"subject":"Another"}' }],
		["removed details", { details: null }],
		["MAC of the details", { detailsMac: "A".repeat(43) }],
		["MAC", { mac: "A".repeat(43) }],
	] as const)("shows a row whose %s was changed", async (_, fields) => {
		await written(5);
		await change(3, fields);
		expect((await findings())[0]).toEqual({ problem: "changed", row: 3 });
	});

	it("detects every one of many changed rows", async () => {
		await written(30);
		const changed = [2, 7, 11, 12, 13, 20, 30];
		for (const id of changed) await change(id, { at: id });
		expect((await findings()).map(({ row }) => row)).toEqual(changed);
	});

	// G107
	it.each([
		["first", 1],
		["middle", 3],
		["last", 5],
	])("shows that the %s row is missing", async (_, row) => {
		await written(5);
		await ctx.db.delete(auditLog).where(eq(auditLog.id, row));
		expect(await findings()).toEqual([{ problem: "missing", row }]);
	});

	it("detects that all rows are missing", async () => {
		await written(3);
		await ctx.db.delete(auditLog);
		expect(await findings()).toEqual([{ problem: "missing", row: 1 }]);
	});

	it("detects exchanged rows, and a chain made with another secret", async () => {
		await written(4);
		const [first, second] = await all();
		await change(1, { ...second, id: 1 });
		await change(2, { ...first, id: 2 });
		expect((await findings()).map(({ row }) => row)).toEqual(expect.arrayContaining([1, 2]));
		for (const { id } of await all()) await change(id, { mac: null, detailsMac: null });
		await sealAuditLog({ ...ctx, config: { ...ctx.config, APP_SECRET: "x".repeat(32) } });
		expect((await findings()).length).toBeGreaterThanOrEqual(4);
	});

	it("detects a row inserted before the first", async () => {
		await written(2);
		await ctx.db.insert(auditLog).values({ id: -1, at: 1, act: "job.run", by: "system" });
		expect(await findings()).toEqual([{ problem: "changed", row: -1 }]);
	});

	it("gives no new seal to a row that had one", async () => {
		await written(5);
		const later = ctx.now() + 60_000_000;
		await change(3, { act: "password.changed", at: later, mac: null, detailsMac: null });
		for (const id of [4, 5]) await change(id, { mac: null, detailsMac: null });
		vi.spyOn(console, "error").mockImplementation(() => undefined);
		await act("After");
		await sealAuditLog(ctx);
		expect((await findings()).map(({ row }) => row)).toEqual([3, 4, 5]);
	});

	it("detects rows removed from the end although others took their numbers", async () => {
		await written(5);
		for (const id of [4, 5]) await ctx.db.delete(auditLog).where(eq(auditLog.id, id));
		vi.spyOn(console, "error").mockImplementation(() => undefined);
		for (let at = 0; at < 3; at++) {
			await act("After");
			await sealAuditLog(ctx);
		}
		expect((await findings()).map(({ row }) => row)).toEqual([4, 5]);
	});

	it("seals everything again without a head, as after a restored backup", async () => {
		await written(3);
		await env.FILES.delete("audit-log/head");
		await act("After");
		await sealAuditLog(ctx);
		expect((await all()).every(({ mac }) => mac !== null)).toBe(true);
		expect(await findings()).toEqual([]);
	});

	it("continues a check after a thousand rows", async () => {
		await ctx.db.run(sql`insert into audit_log (id, at, act, by)
			with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
			select i, i, 'job.run', 'system' from n`);
		await sealAuditLog(ctx);
		expect(await findings()).toEqual([]);
		await change(2400, { at: 0 });
		expect(await findings()).toEqual([{ problem: "changed", row: 2400 }]);
	});

	it("reports a row that is not sealed after ten minutes", async () => {
		await act();
		expect(await findings()).toEqual([]);
		await change(1, { at: ctx.now() - 11 * 60_000 });
		expect(await findings()).toEqual([{ problem: "not_sealed", row: 1 }]);
	});

	it("keeps its chain when a deleted account's details are removed", async () => {
		await written(3);
		await erase(ctx, creator.user.id);
		await ctx.db.update(users).set({ deletedAt: 1 }).where(eq(users.id, creator.user.id));
		expect(await all()).toMatchObject(Array(3).fill({ details: null }));
		expect(await findings()).toEqual([]);
	});

	it("shows creators the acts that concern them, without the operator's reasons or name", async () => {
		const other = await makeCreator();
		await act("Mine");
		await recordAct(ctx, {
			act: "share.taken_down",
			by: "operator",
			actorId: other.user.id,
			creatorId: creator.user.id,
			details: { subject: "Mine", note: "seen by a colleague" },
		});
		await recordOwnAct(ctx, other.user.id, { act: "password.changed" });
		const shown = await ownActs(creator.ctx);
		expect(shown.map(({ act: name, by, subject }) => [name, by, subject])).toEqual([
			["share.taken_down", "operator", "Mine"],
			["share.price_changed", "creator", "Mine"],
		]);
		const exported = await joined(jsonPieces(await exportActs(ctx, creator.user.id)));
		expect(exported).toContain("share.taken_down");
		expect(exported).not.toContain("colleague");
		expect(exported).not.toContain(other.user.id);
	});
});
