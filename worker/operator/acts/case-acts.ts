import { eq } from "drizzle-orm";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { caseEntries, cases } from "../../core/cases/tables.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { withFreshRow } from "../../platform/storage/fresh-row.ts";
import { unlessSame } from "../../platform/storage/revisions.ts";
import { findCase } from "../../trust/moderation/cases/find-case.ts";
import { liftSanction, rejectAppeal } from "../../trust/moderation/sanctions/lift.ts";
import { caseAnswerMail, reportDecidedMail } from "../../trust/support/mails.ts";
import { act, check, words } from "../forms.tsx";

export const CASE_ACTS = {
	"/cases/:id/answer": act({
		title: "Answer by mail",
		button: "Send the answer",
		asks: {
			text: words("Answer", "In the author’s language. It is sent as it stands here.", 5),
			close: check("Close the case", true),
		},
		run: async (ctx, id, { text, close }) => {
			const known = await findCase(ctx, id);
			const { email, userId, subject } = known;
			if (email === null) throw failure("operator.nothing_to_do");
			const at = ctx.now();
			const entry = {
				id: ctx.id(),
				caseId: id,
				kind: "answer",
				authorId: ctx.user.id,
				at,
			} as const;
			const closed = { state: "closed", outcome: known.outcome ?? "answered" } as const;
			await ctx.db.batch([
				recordOperatorAct(ctx, {
					act: "case.answered",
					creatorId: userId,
					subjectId: id,
					details: { subject },
				}),
				ctx.db.insert(caseEntries).values({ ...entry, text }),
				ctx.db
					.update(cases)
					.set({ updatedAt: at, ...(close && closed) })
					.where(eq(cases.id, id)),
				queueMail(
					ctx,
					caseAnswerMail(ctx, { ...known, email, caseId: id, entryId: entry.id, answer: text }),
				),
			]);
			flushOutbox(ctx);
			return [`/cases/${id}`, "The answer is on its way."];
		},
	}),
	"/cases/:id/note": act({
		title: "Add a note",
		button: "Save the note",
		asks: { text: words("Note", "Only operators see it.", 1) },
		run: async (ctx, id, { text }) => {
			await findCase(ctx, id);
			const at = ctx.now();
			await ctx.db.batch([
				recordOperatorAct(ctx, { act: "case.noted", creatorId: null, subjectId: id }),
				ctx.db
					.insert(caseEntries)
					.values({ id: ctx.id(), caseId: id, kind: "note", text, authorId: ctx.user.id, at }),
				ctx.db.update(cases).set({ updatedAt: at }).where(eq(cases.id, id)),
			]);
			return [`/cases/${id}`, "The note is saved."];
		},
	}),
	"/cases/:id/close": act({
		title: "Close without a decision",
		button: "Close",
		note: "If it reports a share, the reporter is told that the share stays, with these words.",
		asks: { text: words("Reason", "May be empty.") },
		run: async (ctx, id, { text }) => {
			const at = ctx.now();
			const entryId = ctx.id();
			await withFreshRow(
				ctx,
				() => findCase(ctx, id),
				(known) => {
					if (known.state === "closed") throw failure("operator.nothing_to_do");
					const outcome = "no_action";
					const decision = { id: entryId, caseId: id, kind: "decision", at } as const;
					const { email, kind } = known;
					return {
						guard: unlessSame(ctx, cases, known, ["state", "outcome"]),
						act: recordOperatorAct(ctx, {
							act: "case.closed",
							creatorId: null,
							subjectId: id,
							details: { outcome, text },
						}),
						entry: ctx.db
							.insert(caseEntries)
							.values({ ...decision, authorId: ctx.user.id, text: `${outcome}: ${text}` }),
						mail:
							kind === "report" && email !== null && known.outcome === null
								? queueMail(
										ctx,
										reportDecidedMail(ctx, { ...known, email, caseId: id, entryId, outcome, text }),
									)
								: null,
						closed: ctx.db
							.update(cases)
							.set({ state: "closed", outcome: known.outcome ?? outcome, updatedAt: at })
							.where(eq(cases.id, id)),
					};
				},
			);
			flushOutbox(ctx);
			return ["/cases", "The case is closed."];
		},
	}),
	"/cases/:id/reopen": act({
		title: "Open again",
		button: "Open again",
		run: async (ctx, id) => {
			await findCase(ctx, id);
			await ctx.db.batch([
				recordOperatorAct(ctx, { act: "case.reopened", creatorId: null, subjectId: id }),
				ctx.db.update(cases).set({ state: "open", updatedAt: ctx.now() }).where(eq(cases.id, id)),
			]);
			return [`/cases/${id}`, "The case is open again."];
		},
	}),
	"/sanctions/:id/lift": act({
		title: "Lift it",
		button: "Lift",
		asks: { text: words("Words to the creator", "In their language; may be empty.") },
		run: async (ctx, id, input) => {
			const { caseId } = await liftSanction(ctx, { id, ...input });
			return [`/cases/${caseId}`, "The decision is lifted."];
		},
	}),
	"/sanctions/:id/reject": act({
		title: "Reject the appeal",
		button: "Reject",
		asks: {
			text: words("Why the decision stands", "The creator reads it, in their language.", 20),
		},
		run: async (ctx, id, input) => {
			const { caseId } = await rejectAppeal(ctx, { id, ...input });
			return [`/cases/${caseId}`, "The appeal is rejected."];
		},
	}),
} as const;
