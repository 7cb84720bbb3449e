import { and, eq, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail, queueMailWhen } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { findCase } from "../../trust/moderation/cases/find-case.ts";
import { caseAnswerMail, reportDecidedMail } from "../../trust/support/case-mails.ts";

type Written = { id: string; text: string };

/** Adds a note that only operators see. Throws `case.not_found`. */
export async function noteCase(ctx: OperatorCtx, { id, text }: Written): Promise<void> {
	await findCase(ctx, id);
	const at = ctx.now();
	await ctx.db.batch([
		recordOperatorAct(ctx, { act: "case.noted", creatorId: null, subjectId: id }),
		ctx.db
			.insert(caseEntries)
			.values({ id: ctx.id(), caseId: id, kind: "note", text, authorId: ctx.user.id, at }),
		ctx.db.update(cases).set({ updatedAt: at }).where(eq(cases.id, id)),
	]);
}

/**
 * Mails an answer to the case's author, and closes the case, or leaves it open to be looked at again. Throws
 * `case.not_found`, `operator.nothing_to_do` when there is no address.
 */
export async function answerCase(
	ctx: OperatorCtx,
	{ id, text, close }: Written & { close: boolean },
): Promise<void> {
	const known = await findCase(ctx, id);
	if (known.email === null) throw failure("operator.nothing_to_do");
	const at = ctx.now();
	const entryId = ctx.id();
	const closed = { state: "closed", outcome: known.outcome ?? "answered" } as const;
	await ctx.db.batch([
		recordOperatorAct(ctx, {
			act: "case.answered",
			creatorId: known.userId,
			subjectId: id,
			details: { subject: known.subject },
		}),
		ctx.db
			.insert(caseEntries)
			.values({ id: entryId, caseId: id, kind: "answer", text, authorId: ctx.user.id, at }),
		ctx.db
			.update(cases)
			.set({ updatedAt: at, ...(close && closed) })
			.where(eq(cases.id, id)),
		queueMail(ctx, caseAnswerMail(ctx, { ...known, email: known.email }, text, entryId)),
	]);
	flushOutbox(ctx);
}

/**
 * Closes a case without any other act. Notifies the reporter that the share stays, with the optional `text`. Throws
 * `case.not_found`, `operator.nothing_to_do` when it is closed.
 */
export async function closeCase(ctx: OperatorCtx, { id, text }: Written): Promise<void> {
	const known = await findCase(ctx, id);
	if (known.state === "closed") throw failure("operator.nothing_to_do");
	const at = ctx.now();
	const entryId = ctx.id();
	const isOpen = sql`exists (select 1 from cases where cases.id = ${id} and cases.state = 'open')`;
	const told = known.kind === "report" && known.email !== null && known.outcome === null;
	await ctx.db.batch([
		recordOperatorAct(
			ctx,
			{
				act: "case.closed",
				creatorId: null,
				subjectId: id,
				details: { outcome: "no_action", text },
			},
			isOpen,
		),
		insertWhen(
			ctx.db,
			caseEntries,
			{
				id: entryId,
				caseId: id,
				kind: "decision",
				authorId: ctx.user.id,
				at,
				text: `no_action: ${text}`,
			},
			isOpen,
		),
		...(told
			? [
					queueMailWhen(
						ctx,
						reportDecidedMail(
							ctx,
							{ ...known, email: known.email ?? "" },
							{ outcome: "no_action", text, entryId },
						),
						isOpen,
					),
				]
			: []),
		ctx.db
			.update(cases)
			.set({ state: "closed", outcome: known.outcome ?? "no_action", updatedAt: at })
			.where(and(eq(cases.id, id), eq(cases.state, "open"))),
	]);
	flushOutbox(ctx);
}

/** Opens a closed case for another look. Throws `case.not_found`. */
export async function reopenCase(ctx: OperatorCtx, { id }: { id: string }): Promise<void> {
	await findCase(ctx, id);
	await ctx.db.batch([
		recordOperatorAct(ctx, { act: "case.reopened", creatorId: null, subjectId: id }),
		ctx.db.update(cases).set({ state: "open", updatedAt: ctx.now() }).where(eq(cases.id, id)),
	]);
}
