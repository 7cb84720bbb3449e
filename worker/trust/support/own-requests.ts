import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { WITHHELD } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";

export async function exportRequests(ctx: Ctx, userId: string) {
	const rows = await ctx.db
		.select({ request: cases, entry: caseEntries })
		.from(cases)
		.innerJoin(caseEntries, eq(caseEntries.caseId, cases.id))
		.where(
			and(eq(cases.userId, userId), inArray(caseEntries.kind, ["message", "appeal", "answer"])),
		)
		.orderBy(asc(cases.createdAt), asc(caseEntries.at));
	return rows.map(({ request, entry }) => ({
		id: request.id,
		email: request.email,
		subject: request.subject,
		kind: entry.kind,
		message: entry.text,
		createdAt: new Date(entry.at).toISOString(),
	}));
}

/**
 * Deletes messages to support, including those from the verified address without signing in, and the address in
 * reports. Cases about the creator's shares are kept for their reporters.
 */
export async function deleteRequests(ctx: Ctx, userId: string): Promise<void> {
	const verified = ctx.db
		.select({ email: users.email })
		.from(users)
		.where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
	const mailKeys = [sql`cases.user_id = ${userId}`, sql`cases.email in ${verified}`].flatMap(
		(own) => [
			sql`select kind.value || case_entries.id from cases
			join case_entries on case_entries.case_id = cases.id
			cross join json_each('["case-answer:","case-decided:"]') kind where ${own}`,
			sql`select 'case-received:' || cases.id from cases where ${own}`,
		],
	);
	await ctx.db.batch([
		// The mailed answers and decisions, while their case is known.
		ctx.db
			.update(outbox)
			.set(WITHHELD)
			.where(sql`${outbox.dedupeKey} in (${sql.join(mailKeys, sql` union all `)})`),
		ctx.db.delete(cases).where(and(eq(cases.userId, userId), eq(cases.kind, "support"))),
		ctx.db.delete(cases).where(and(inArray(cases.email, verified), eq(cases.kind, "support"))),
		ctx.db.update(cases).set({ email: null, notice: null }).where(inArray(cases.email, verified)),
	]);
}
