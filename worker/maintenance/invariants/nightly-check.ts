import { MIB } from "../../contract/constants.ts";
import { type ChainCursor, checkAuditLog } from "../../core/audit-log/check-chain.ts";
import type { Ctx } from "../../core/context.ts";
import { readCursor, saveCursor } from "../../core/job-cursor.ts";
import { log } from "../../platform/log.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { checkFiles, type FileCursor } from "./check-files.ts";
import { checkPurchases, checkShares } from "./check-rows.ts";
import { checkTotals, recountTotals } from "./check-totals.ts";
import { findingsMail } from "./mails.ts";

/** Some seconds of processor time, and far fewer calls than a run may make. */
const BOUNDS = { maxBytes: 2048 * MIB, maxFiles: 1000 };
/** of each kind */
const LOGGED = 50;

/**
 * Checks a sample of files and rows, continuing every night. Recounts running totals that differ: their sources are
 * complete and right.
 */
export async function runNightlyCheck(ctx: Ctx, bounds = BOUNDS): Promise<void> {
	const idFrom = async (name: string) => (await readCursor(ctx, name)) ?? "";
	const jsonFrom = async (name: string) => JSON.parse((await readCursor(ctx, name)) ?? "null");
	const from: FileCursor | null = await jsonFrom("invariants");
	const entry: ChainCursor | null = await jsonFrom("audit-log");
	const batch = await checkFiles(ctx, from, bounds);
	const sums = await checkShares(ctx, await idFrom("sums"));
	const ledger = await checkPurchases(ctx, await idFrom("ledger"));
	const acts = await checkAuditLog(ctx, entry);
	const totals = await checkTotals(ctx, await idFrom("totals"));
	const findings = [
		...batch.findings,
		...sums.findings,
		...ledger.findings,
		...totals.findings,
		...acts.findings,
	];
	for (const [problem, alike = []] of Object.entries(
		Object.groupBy(findings, ({ problem }) => problem),
	)) {
		for (const finding of alike.slice(0, LOGGED)) log("error", "invariant.broken", finding);
		const more = alike.length - LOGGED;
		if (more > 0) log("error", "invariant.broken", { problem, more });
	}
	if (findings.length > 0) await queueMail(ctx, findingsMail(ctx, { findings }));
	const miscounted = new Set(totals.findings.flatMap(({ creatorId }) => creatorId ?? []));
	if (miscounted.size > 0) await recountTotals(ctx, [...miscounted]);
	const next = {
		invariants: batch.cursor && JSON.stringify(batch.cursor),
		sums: sums.next,
		ledger: ledger.next,
		totals: totals.next,
		"audit-log": acts.next && JSON.stringify(acts.next),
	};
	for (const [name, cursor] of Object.entries(next)) await saveCursor(ctx, name, cursor);
	const { files, bytes } = batch;
	log("info", "invariants.checked", { files, bytes, broken: findings.length });
}
