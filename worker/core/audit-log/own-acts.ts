import { and, desc, eq, lt } from "drizzle-orm";
import { EXPORT_ROWS, mapPages, pagesOf } from "../../platform/storage/pages.ts";
import type { CreatorCtx, Ctx } from "../context.ts";
import type { AuditEntry } from "./contract.ts";
import { auditLog } from "./tables.ts";

const MOST = 100;

type Row = typeof auditLog.$inferSelect;

type ShownDetails = { subject?: string };

function present({ id, act, by, at, details }: Row): AuditEntry {
	const { subject = null } = (details === null ? {} : JSON.parse(details)) as ShownDetails;
	return { id, act, by, subject, at: new Date(at).toISOString() };
}

const actsOf = (ctx: Pick<Ctx, "replica">, userId: string, most: number, before?: number) =>
	ctx.replica
		.select()
		.from(auditLog)
		.where(
			and(
				eq(auditLog.creatorId, userId),
				before === undefined ? undefined : lt(auditLog.id, before),
			),
		)
		.orderBy(desc(auditLog.id))
		.limit(most);

export async function ownActs(ctx: CreatorCtx): Promise<AuditEntry[]> {
	return (await actsOf(ctx, ctx.user.id, MOST)).map(present);
}

/** Exports the log without the operators' names. */
export async function exportActs(ctx: Ctx, userId: string) {
	const pages = pagesOf<Row>((after) => actsOf(ctx, userId, EXPORT_ROWS, after?.id));
	return mapPages(pages, ({ details, ...row }) => ({
		...present({ ...row, details }),
		details: row.by === "operator" || details === null ? null : JSON.parse(details),
	}));
}
