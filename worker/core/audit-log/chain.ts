import { mac } from "../../platform/security/crypto.ts";
import type { Ctx } from "../context.ts";
import type { auditLog } from "./tables.ts";

export type AuditRow = typeof auditLog.$inferSelect;

export type Seal = { readonly detailsMac: string; readonly mac: string };

export const CHAIN_BEGIN = "";

export function macOfDetails(secret: string, row: Pick<AuditRow, "id" | "details">) {
	return mac(secret, `audit-log-details|${row.id}|${row.details ?? ""}`);
}

/** Keyed by the installation's secret, so that write access to the database isn't enough to forge a chain. */
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

/** The last sealed row, stored outside the database to detect rows removed from the end. */
export type Head = { readonly id: number; readonly mac: string };

const KEY = "audit-log/head";

export async function readHead(ctx: Pick<Ctx, "files">): Promise<Head | null> {
	const object = await ctx.files.get(KEY);
	return object ? object.json<Head>() : null;
}

export async function writeHead(ctx: Ctx, head: Head): Promise<void> {
	await ctx.files.put(KEY, JSON.stringify(head));
}
