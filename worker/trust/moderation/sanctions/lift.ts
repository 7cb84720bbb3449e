import { and, eq, isNull, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../../accounts/operator-only.ts";
import { shareModerated } from "../../../catalogue/shares/share-events.ts";
import { shares } from "../../../catalogue/shares/tables.ts";
import { recordOperatorAct } from "../../../core/audit-log/record-act.ts";
import { cases } from "../../../core/cases/tables.ts";
import { staleCreatorPages, stalePages, staleRenditions } from "../../../core/stale-pages.ts";
import { users } from "../../../core/tables.ts";
import { failure } from "../../../platform/errors.ts";
import { queueMailWhen } from "../../../platform/mail/mail.ts";
import { flushOutbox } from "../../../platform/mail/outbox.ts";
import { repeatable } from "../../../platform/retrying.ts";
import { nextRevision } from "../../../platform/storage/revisions.ts";
import { decideCase } from "../cases/decide-case.ts";
import { sanctions } from "../tables.ts";
import { appealRejectedMail, restoredMail } from "./mails.ts";

/** Throws `sanction.not_found`. */
async function findSanction(ctx: OperatorCtx, id: string) {
	const [found] = await ctx.db
		.select({
			sanction: sanctions,
			known: cases,
			title: shares.title,
			creator: { id: users.id, email: users.email, locale: users.locale },
		})
		.from(sanctions)
		.innerJoin(users, eq(users.id, sanctions.creatorId))
		.leftJoin(shares, eq(shares.id, sanctions.shareId))
		.leftJoin(cases, eq(cases.id, sanctions.caseId))
		.where(eq(sanctions.id, id));
	if (!found) throw failure("sanction.not_found");
	return found;
}

/** Other sanctions stay in force. Throws `sanction.not_found`, `operator.nothing_to_do` if it is already lifted. */
export async function liftSanction(
	ctx: OperatorCtx,
	{ id, text }: { id: string; text: string },
): Promise<{ caseId: string }> {
	const { sanction, known, creator, title } = await findSanction(ctx, id);
	const { shareId, creatorId, caseId, category } = sanction;
	if (sanction.liftedAt !== null) throw failure("operator.nothing_to_do");
	const isAccount = sanction.kind === "suspension";
	const inForce = sql`exists (select 1 from sanctions where id = ${id} and lifted_at is null)`;
	const isLifted = sql`exists (select 1 from sanctions where id = ${id} and lifted_at is not null)`;
	const subject = title ?? creator.email;
	const decided = { caseId, creatorId, shareId, subject, category, text };
	const restore = isAccount
		? [
				ctx.db
					.update(users)
					.set({ suspendedAt: null })
					.where(and(eq(users.id, creatorId), inForce)),
				staleCreatorPages(ctx, creatorId),
			]
		: [
				ctx.db
					.update(shares)
					.set({
						// A share that was quarantined waits for publication again.
						status: sql`case when published_at is null and checking is not null
							then 'uploading' else 'published' end`,
						publishedAt: sql`case when published_at is null and checking is not null
							then null else coalesce(published_at, ${ctx.now()}) end`,
						legalOrder: false,
						...nextRevision(ctx, shares),
					})
					.where(and(eq(shares.id, shareId ?? ""), eq(shares.status, "taken_down"), inForce)),
				stalePages(ctx, eq(shares.id, shareId ?? "")),
				staleRenditions(ctx, eq(shares.id, shareId ?? "")),
			];
	await repeatable(() =>
		ctx.db.batch([
			recordOperatorAct(
				ctx,
				{
					act: isAccount ? "creator.restored" : "share.restored",
					creatorId,
					subjectId: shareId ?? creatorId,
					details: { subject: title, text, case: caseId },
				},
				inForce,
			),
			...restore,
			ctx.db
				.update(sanctions)
				.set({ liftedAt: ctx.now(), liftedBy: ctx.user.id, appeal: "none" })
				.where(and(eq(sanctions.id, id), isNull(sanctions.liftedAt))),
			...(shareId === null
				? []
				: [shareModerated(ctx, "share.restored", { id, shareId, creatorId, when: isLifted })]),
			queueMailWhen(
				ctx,
				restoredMail(ctx, { ...creator, lifted: { id, title: isAccount ? null : subject, text } }),
				isLifted,
			),
			...decideCase(ctx, known, { ...decided, outcome: "restored" }, isLifted),
		]),
	);
	flushOutbox(ctx);
	return { caseId };
}

/** Throws `sanction.not_found`, `operator.nothing_to_do` without an open appeal. */
export async function rejectAppeal(
	ctx: OperatorCtx,
	{ id, text }: { id: string; text: string },
): Promise<{ caseId: string }> {
	const { sanction, known, creator, title } = await findSanction(ctx, id);
	if (sanction.appeal !== "open" || !known) throw failure("operator.nothing_to_do");
	const { caseId, creatorId, shareId, category } = sanction;
	const entryId = ctx.id();
	const isOpen = sql`exists (select 1 from sanctions where id = ${id} and appeal = 'open')`;
	const decided = { caseId, creatorId, shareId, subject: title ?? creator.email, category, text };
	await repeatable(() =>
		ctx.db.batch([
			recordOperatorAct(
				ctx,
				{
					act: "case.closed",
					creatorId,
					subjectId: caseId,
					details: { subject: title, outcome: "upheld", text },
				},
				isOpen,
			),
			queueMailWhen(ctx, appealRejectedMail(ctx, { ...creator, entryId, answer: text }), isOpen),
			...decideCase(ctx, known, { ...decided, outcome: "upheld" }, isOpen),
			ctx.db
				.update(sanctions)
				.set({ appeal: "rejected", answer: text })
				.where(and(eq(sanctions.id, id), eq(sanctions.appeal, "open"))),
		]),
	);
	flushOutbox(ctx);
	return { caseId };
}
