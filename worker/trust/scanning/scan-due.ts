import { eq, type SQL, sql } from "drizzle-orm";
import { quarantinedFiles, quarantinedUploads } from "../../catalogue/shares/tables.ts";
import { MIB } from "../../contract/constants.ts";
import type { Ctx } from "../../core/context.ts";
import { systemClock } from "../../platform/clock.ts";
import { log, serializeError } from "../../platform/log.ts";
import { claim, doubling } from "../../platform/queue/claim.ts";
import { scanFile } from "./scan-file.ts";
import { settleScan, settleWaiting } from "./settle-scan.ts";

const MINUTE = 60_000;
/** Work after a request may continue for 30 seconds. */
const AT_ONCE = { maxBytes: 64 * MIB, runMs: 12_000, fileMs: 15_000 };
/** A cron may run for 15 minutes; others begin in the meantime. */
const IN_CRON = { runMs: 5 * MINUTE, fileMs: 9 * MINUTE };
/** Longer than any run; then a file is taken again. */
const LEASE_MS = 20 * MINUTE;
const RETRY_WAITS = doubling(30_000, 15 * MINUTE);

type Bounds = {
	runMs: number;
	fileMs: number;
};

async function claimNext(ctx: Ctx, among: SQL) {
	const due = sql`select due.rowid from quarantined_files due
		cross join quarantined_uploads quarantined on quarantined.id = due.upload_id
		where due.verdict is null and due.due_at <= ${ctx.now()} and quarantined.state = 'checking'
		and ${among} order by due.due_at limit 1`;
	const [claimed] = await claim(ctx, quarantinedFiles, { due, waits: [LEASE_MS] });
	return claimed;
}

type Claimed = typeof quarantinedFiles.$inferSelect;

async function scanOne(ctx: Ctx, { id, uploadId, file, attempts }: Claimed, fileMs: number) {
	const answer = await scanFile(ctx, file, fileMs);
	const own = eq(quarantinedFiles.id, id);
	if (answer.verdict === null) {
		log("warn", "scan.no_answer", { upload: uploadId, file: id, reason: answer.reason });
		const wait = RETRY_WAITS[Math.min(attempts, RETRY_WAITS.length) - 1] ?? 0;
		await ctx.db
			.update(quarantinedFiles)
			.set({ dueAt: ctx.now() + wait })
			.where(own);
		return;
	}
	await ctx.db.update(quarantinedFiles).set(answer).where(own);
	await settleScan(ctx, uploadId);
}

export async function scanDue(ctx: Ctx, bounds: Bounds, among = sql`true`): Promise<void> {
	// A cron's context stays at its scheduled time.
	const ends = systemClock() + bounds.runMs;
	while (systemClock() < ends) {
		const claimed = await claimNext(ctx, among);
		if (!claimed) return;
		await scanOne(ctx, claimed, bounds.fileMs);
	}
}

function inBackground(ctx: Ctx, work: () => Promise<void>): void {
	ctx.inBackground(() =>
		work().catch((error: unknown) => log("error", "scan.failed", serializeError(error))),
	);
}

/** So that small uploads are published within seconds. */
export function scanSoon(ctx: Ctx, uploadId: string): void {
	inBackground(ctx, async () => {
		const [quarantined] = await ctx.db
			.select({ bytes: quarantinedUploads.bytes })
			.from(quarantinedUploads)
			.where(eq(quarantinedUploads.id, uploadId));
		if (quarantined && quarantined.bytes <= AT_ONCE.maxBytes)
			await scanDue(ctx, AT_ONCE, sql`due.upload_id = ${uploadId}`);
	});
}

/** In the background, so that other jobs don't wait. */
export async function scanQuarantined(ctx: Ctx): Promise<void> {
	inBackground(ctx, async () => {
		await settleWaiting(ctx);
		await scanDue(ctx, IN_CRON);
	});
}
