import { asc, gt, sql } from "drizzle-orm";
import { periodMs } from "../../contract/retention.ts";
import type { Ctx } from "../context.ts";
import { type AuditRow, CHAIN_BEGIN, macOfDetails, macOfRow, readHead } from "./chain.ts";
import { auditLog } from "./tables.ts";

const ROWS_AT_ONCE = 1000;

export type ChainFinding = {
	problem: "changed" | "missing" | "not_sealed";
	row: number;
};

export type ChainCursor = { id: number; mac: string };

/** Replaces a removed MAC; equals no MAC. */
const UNKNOWN = "?";

type Checked = Pick<Ctx, "db" | "files" | "now"> & { config: Pick<Ctx["config"], "APP_SECRET"> };

const SEALED_WITHIN_MS = 10 * 60 * 1000;

/**
 * Compares up to a thousand rows after `from` with the chain: `changed` if content or place differs from the seal,
 * `missing` if a number has no row. Detects seals removed from the end by the head in the file store. `next` is
 * null at the end.
 */
export async function checkAuditLog(
	ctx: Checked,
	from: ChainCursor | null,
): Promise<{ findings: ChainFinding[]; next: ChainCursor | null }> {
	const findings: ChainFinding[] = [];
	let last = from ?? { id: 0, mac: CHAIN_BEGIN };
	// Must precede reading the rows: rows sealed in the meantime aren't missing.
	const head = await readHead(ctx);
	const rows = await ctx.db
		.select({
			row: auditLog,
			ofDeleted: sql<number>`exists (select 1 from users
			where users.id in (audit_log.creator_id, audit_log.actor_id) and users.deleted_at is not null)`,
		})
		.from(auditLog)
		.where(gt(auditLog.id, from?.id ?? Number.MIN_SAFE_INTEGER))
		.orderBy(asc(auditLog.id))
		.limit(ROWS_AT_ONCE);
	for (const { row, ofDeleted } of rows) {
		if (row.id < 1) {
			// Nothing is ever written there.
			findings.push({ problem: "changed", row: row.id });
			continue;
		}
		const gap = row.id - last.id - 1;
		if (gap > 0) findings.push({ problem: "missing", row: last.id + 1 });
		if (row.mac === null) {
			// By its id, not its time, which may be forged.
			const wasSealed = head !== null && row.id <= head.id;
			if (wasSealed) findings.push({ problem: "changed", row: row.id });
			else if (row.at < ctx.now() - SEALED_WITHIN_MS)
				findings.push({ problem: "not_sealed", row: row.id });
			if (!wasSealed) return { findings, next: null };
			last = { id: row.id, mac: UNKNOWN };
			continue;
		}
		const mayBeEmpty = ofDeleted === 1 || row.at < ctx.now() - periodMs("auditYears");
		if (
			!(await isAsSealed(ctx, row, {
				previous: gap > 0 || last.mac === UNKNOWN ? null : last.mac,
				mayBeEmpty,
			}))
		)
			findings.push({ problem: "changed", row: row.id });
		else if (head?.id === row.id && head.mac !== row.mac)
			findings.push({ problem: "changed", row: row.id });
		last = { id: row.id, mac: row.mac };
	}
	if (rows.length === ROWS_AT_ONCE) return { findings, next: last };
	if (head && head.id > last.id) findings.push({ problem: "missing", row: last.id + 1 });
	return { findings, next: null };
}

/**
 * After a gap the previous MAC is unknown (null), so only the details are compared. They may be empty once their
 * account is deleted or their retention period is over.
 */
async function isAsSealed(
	{ config }: Checked,
	row: AuditRow,
	{ previous, mayBeEmpty }: { previous: string | null; mayBeEmpty: boolean },
): Promise<boolean> {
	const secret = config.APP_SECRET;
	const { detailsMac } = row;
	if (detailsMac === null) return false;
	const hasSameDetails = (await macOfDetails(secret, row)) === detailsMac;
	if (!hasSameDetails && !(row.details === null && mayBeEmpty)) return false;
	return previous === null || (await macOfRow(secret, row, detailsMac, previous)) === row.mac;
}
