import { and, eq, isNull, sql } from "drizzle-orm";
import { applyAddressChange } from "../../accounts/address-change/confirm-address-change.ts";
import { waitsForOld } from "../../accounts/address-change/pending-change.ts";
import { securityMail } from "../../accounts/mails.ts";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { presentUser } from "../../accounts/present.ts";
import { passkeys, sessions } from "../../accounts/tables.ts";
import type { AuditedAct } from "../../core/audit-log/contract.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { users } from "../../core/tables.ts";
import { TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { requireRow } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import { tokens } from "../../platform/tokens/tables.ts";
import { deleteTokens, spendTokens } from "../../platform/tokens/tokens.ts";
import { suspendCreator } from "../../trust/moderation/sanctions/impose.ts";
import { act, decision, newEmail, reason, recipientsOf } from "../forms.tsx";

const proof = reason("How this person has proven to own the account. For the audit log.", "Proof");

async function findCreator(ctx: OperatorCtx, id: string) {
	const [row] = await ctx.db
		.select()
		.from(users)
		.where(and(eq(users.id, id), isNull(users.deletedAt)));
	if (!row) throw failure("creator.not_found");
	// Operators can't reset each other in the console, so that one stolen account doesn't open a second one.
	if (ctx.config.OPERATORS.includes(row.email.toLowerCase())) throw failure("forbidden");
	return row;
}

const about = (act: AuditedAct, id: string, reason: string) => ({
	act,
	creatorId: id,
	subjectId: id,
	details: { reason },
});

export const CREATOR_ACTS = {
	"/creators/:id/suspend": act({
		title: "Suspend the creator",
		button: "Suspend",
		note: "Sales and uploads stop. Buyers keep their files.",
		tone: "danger",
		asks: decision,
		run: async (ctx, creatorId, input) => {
			const imposed = await suspendCreator(ctx, { creatorId, ...input });
			return [`/creators/${creatorId}`, `The creator is suspended. ${recipientsOf(imposed)}`];
		},
	}),
	"/creators/:id/end-sessions": act({
		title: "End all sessions",
		button: "End all sessions",
		tone: "final",
		asks: { reason: reason("For the audit log.") },
		run: async (ctx, id, input) => {
			await findCreator(ctx, id);
			await ctx.db.batch([
				recordOperatorAct(ctx, about("session.ended", id, input.reason)),
				ctx.db.delete(sessions).where(eq(sessions.userId, id)),
			]);
			return [`/creators/${id}`, "All sessions have ended."];
		},
	}),
	/** Also removes passkeys and ends all sessions. */
	"/creators/:id/reset-second-factor": act({
		title: "Reset the second factor",
		button: "Reset the second factor",
		tone: "final",
		asks: { reason: proof },
		run: async (ctx, id, input) => {
			const row = await findCreator(ctx, id);
			await ctx.db.batch([
				recordOperatorAct(ctx, about("second_factor.off", id, input.reason)),
				ctx.db
					.update(users)
					.set({ totpSecret: null, totpConfirmedAt: null })
					.where(eq(users.id, id)),
				ctx.db.delete(passkeys).where(eq(passkeys.userId, id)),
				deleteTokens(ctx, [TOKENS.recoveryCode, TOKENS.changeAddress], eq(tokens.ownerId, id)),
				ctx.db.delete(sessions).where(eq(sessions.userId, id)),
				queueMail(ctx, securityMail(ctx, { ...presentUser(row, ctx.now()), change: "totpOff" })),
			]);
			flushOutbox(ctx);
			return [`/creators/${id}`, "The second factor is removed, and the creator was told."];
		},
	}),
	/** Agrees in place of the old address, whose mailbox is lost; the new one must be confirmed. */
	"/creators/:id/agree-to-address": act({
		title: "Change the address",
		button: "Change the address",
		note: "It is confirmed there. The old address has not answered.",
		tone: "final",
		asks: { email: newEmail, reason: proof },
		run: async (ctx, id, input) => {
			await findCreator(ctx, id);
			// Another change may have been begun since the operator saw the page.
			const waits = and(waitsForOld(ctx, id), sql`${tokens.payload}->>'email' = ${input.email}`);
			await namedBatch(ctx.db, {
				waiting: requireRow(ctx, { table: tokens, where: waits }, "operator.nothing_to_do"),
				act: recordOperatorAct(ctx, about("address.change_agreed", id, input.reason)),
				agreed: spendTokens(ctx, waits),
			});
			await applyAddressChange(ctx, id);
			return [`/creators/${id}`, "The address is changed, and both addresses were told."];
		},
	}),
} as const;
