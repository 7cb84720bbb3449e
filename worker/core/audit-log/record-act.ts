import { is, SQL, sql } from "drizzle-orm";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import type { CreatorCtx, Ctx } from "../context.ts";
import type { AuditedAct } from "./contract.ts";
import { auditLog } from "./tables.ts";

/** `details` is for people to read, and may contain personal data. */
type Act = {
	act: AuditedAct;
	by: "creator" | "operator" | "system";
	/** null for the service itself */
	actorId: string | SQL | null;
	/** the creator concerned, who sees the entry */
	creatorId: string | SQL | null;
	subjectId?: string | SQL | null | undefined;
	details?: Readonly<Record<string, unknown>> | SQL | undefined;
};

/**
 * Records an act if `condition` holds at that point of the batch; with `source` (the text after `from`), one for
 * each matching row. The rows are sealed after the response.
 */
export function recordAct(
	ctx: Ctx,
	{ details, ...act }: Act,
	condition: SQL = sql`true`,
	source?: SQL,
) {
	ctx.changes.toSeal = true;
	const nth = source ? sql`row_number() over ()` : sql`1`;
	return insertWhen(
		ctx.db,
		auditLog,
		{
			...act,
			id: sql`(select coalesce(max(id), 0) from audit_log) + ${nth}`,
			at: ctx.now(),
			details: details && !is(details, SQL) ? JSON.stringify(details) : details,
		},
		condition,
		source,
	);
}

export function recordOwnAct(
	ctx: Ctx,
	userId: string,
	act: Pick<Act, "act" | "subjectId" | "details">,
	condition?: SQL,
	source?: SQL,
) {
	const own = { by: "creator", actorId: userId, creatorId: userId, ...act } as const;
	return recordAct(ctx, own, condition, source);
}

export function recordOperatorAct(
	ctx: CreatorCtx,
	act: Omit<Act, "by" | "actorId">,
	condition?: SQL,
) {
	return recordAct(ctx, { by: "operator", actorId: ctx.user.id, ...act }, condition);
}
