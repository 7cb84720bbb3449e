import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { log, serializeError } from "../../platform/log.ts";
import type { Ctx } from "../context.ts";
import {
	type AuditRow,
	CHAIN_BEGIN,
	type Head,
	macOfRow,
	readHead,
	sealOf,
	writeHead,
} from "./chain.ts";
import { auditLog } from "./tables.ts";

const ROWS_AT_ONCE = 200;

/** Returns a row's existing or new seal; null if the row differs from its seal. */
async function macAfter(ctx: Ctx, row: AuditRow, previous: string) {
	const secret = ctx.config.APP_SECRET;
	if (row.mac === null) return sealOf(secret, row, previous);
	const mac = await macOfRow(secret, row, row.detailsMac ?? "", previous);
	return mac === row.mac ? { mac, detailsMac: row.detailsMac } : null;
}

/**
 * Seals the rows after the head in the file store, up to a gap or a changed row. Earlier rows are never sealed
 * again, so that removing seals doesn't get forged rows sealed. Concurrent runs compute the same seals.
 */
export async function sealAuditLog(ctx: Ctx): Promise<void> {
	for (;;) {
		const [unsealed] = await ctx.db
			.select({ id: auditLog.id })
			.from(auditLog)
			.where(and(isNull(auditLog.mac), gt(auditLog.id, 0)))
			.orderBy(asc(auditLog.id))
			.limit(1);
		if (!unsealed) return;
		const head = (await readHead(ctx)) ?? { id: 0, mac: CHAIN_BEGIN };
		if (unsealed.id <= head.id) log("error", "audit_log.gap", { before: unsealed.id });
		const rows = await ctx.db
			.select()
			.from(auditLog)
			.where(gt(auditLog.id, head.id))
			.orderBy(asc(auditLog.id))
			.limit(ROWS_AT_ONCE);
		const last = await sealRows(ctx, head, rows);
		if (last.id === head.id || rows.length < ROWS_AT_ONCE) return;
	}
}

async function sealRows(ctx: Ctx, head: Head, rows: readonly AuditRow[]): Promise<Head> {
	let last = head;
	const statements = [];
	for (const row of rows) {
		const seal = row.id === last.id + 1 ? await macAfter(ctx, row, last.mac) : null;
		if (!seal) {
			log("error", "audit_log.gap", { before: row.id });
			break;
		}
		if (row.mac === null)
			statements.push(
				ctx.db
					.update(auditLog)
					.set(seal)
					.where(and(eq(auditLog.id, row.id), isNull(auditLog.mac))),
			);
		last = { id: row.id, mac: seal.mac };
	}
	const [first, ...rest] = statements;
	if (first) await ctx.db.batch([first, ...rest]);
	// If an earlier run writes last, the next one begins at its row, and compares those after it.
	if (last.id > head.id) await writeHead(ctx, last);
	return last;
}

/** The cron retries failures. */
export function flushAuditLog(ctx: Ctx): void {
	if (!ctx.changes.toSeal) return;
	ctx.inBackground(() =>
		sealAuditLog(ctx).catch((error) => log("error", "audit_log.not_sealed", serializeError(error))),
	);
}
