import { mac } from "../../platform/security/crypto.ts";
import type { auditLog } from "./tables.ts";

export type AuditRow = typeof auditLog.$inferSelect;

export type Seal = { readonly detailsMac: string; readonly mac: string };

/** Precedes the first row. */
export const CHAIN_BEGIN = "";

/** `secret` is the configuration's. */
export function macOfDetails(secret: string, row: Pick<AuditRow, "id" | "details">) {
	return mac(secret, `audit-log-details|${row.id}|${row.details ?? ""}`);
}

/** Keyed by the installation's secret: write access to the database alone isn't enough to forge a chain. */
export function macOfRow(secret: string, row: AuditRow, detailsMac: string, previous: string) {
	const { id, at, act, by, actorId, creatorId, subjectId } = row;
	const content = JSON.stringify([
		previous,
		id,
		at,
		act,
		by,
		actorId,
		creatorId,
		subjectId,
		detailsMac,
	]);
	return mac(secret, `audit-log|${content}`);
}

export async function sealOf(secret: string, row: AuditRow, previous: string): Promise<Seal> {
	const detailsMac = await macOfDetails(secret, row);
	return { detailsMac, mac: await macOfRow(secret, row, detailsMac, previous) };
}
