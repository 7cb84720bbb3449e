import { and, eq, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../../accounts/operator-only.ts";
import { shareModerated } from "../../../catalogue/shares/share-events.ts";
import { shares } from "../../../catalogue/shares/tables.ts";
import { recordOperatorAct } from "../../../core/audit-log/record-act.ts";
import { caseEntries, cases } from "../../../core/cases/tables.ts";
import { staleCreatorPages, stalePages, staleRenditions } from "../../../core/stale-pages.ts";
import { users } from "../../../core/tables.ts";
import { failure } from "../../../platform/errors.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { flushOutbox } from "../../../platform/mail/outbox.ts";
import { withFreshRow } from "../../../platform/storage/fresh-row.ts";
import { nextRevision, unlessSame } from "../../../platform/storage/revisions.ts";
import { decideCase } from "../cases/decide-case.ts";
import { sanctions } from "../tables.ts";
import { appealRejectedMail, restoredMail } from "./mails.ts";

/** Throws `sanction.not_found`. */
async function findSanction(ctx: OperatorCtx, id: string, entryId = "") {
	const [found] = await ctx.db
		.select({
			sanction: sanctions,
			known: cases,
			entry: caseEntries.id,
			title: shares.title,
			creator: { id: users.id, email: users.email, locale: users.locale },
		})
		.from(sanctions)
		.innerJoin(users, eq(users.id, sanctions.creatorId))
		.leftJoin(shares, eq(shares.id, sanctions.shareId))
		.leftJoin(cases, eq(cases.id, sanctions.caseId))
		.leftJoin(caseEntries, eq(caseEntries.id, entryId))
		.where(eq(sanctions.id, id));
	if (!found) throw failure("sanction.not_found");
	return found;
}

type Sanction = typeof sanctions.$inferSelect;

const unlessDecided = (ctx: OperatorCtx, sanction: Sanction) =>
	unlessSame(ctx, sanctions, sanction, ["liftedAt", "appeal"]);

function restoreStatements(ctx: OperatorCtx, { kind, creatorId, shareId }: Sanction) {
	if (kind === "suspension")
		return [
			ctx.db.update(users).set({ suspendedAt: null }).where(eq(users.id, creatorId)),
			staleCreatorPages(ctx, creatorId),
		];
	const own = eq(shares.id, shareId ?? "");
	return [
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
			.where(and(own, eq(shares.status, "taken_down"))),
		stalePages(ctx, own),
		staleRenditions(ctx, own),
	];
}

/** Other sanctions stay in force. Throws `sanction.not_found`, `operator.nothing_to_do` if it is already lifted. */
export async function liftSanction(
	ctx: OperatorCtx,
	{ id, text }: { id: string; text: string },
): Promise<{ caseId: string }> {
	const lifted = { liftedAt: ctx.now(), liftedBy: ctx.user.id };
	const { read } = await withFreshRow(
		ctx,
		() => findSanction(ctx, id),
		({ sanction, known, creator, title }) => {
			const { shareId, creatorId, caseId, category, liftedAt, liftedBy } = sanction;
			// The answer to this very call was lost.
			if (liftedAt === lifted.liftedAt && liftedBy === lifted.liftedBy) return null;
			if (liftedAt !== null) throw failure("operator.nothing_to_do");
			const isAccount = sanction.kind === "suspension";
			const subject = title ?? creator.email;
			const decided = { caseId, creatorId, shareId, subject, category, text };
			const mail = { ...creator, lifted: { id, title: isAccount ? null : subject, text } };
			return {
				guard: unlessDecided(ctx, sanction),
				act: recordOperatorAct(ctx, {
					act: isAccount ? "creator.restored" : "share.restored",
					creatorId,
					subjectId: shareId ?? creatorId,
					details: { subject: title, text, case: caseId },
				}),
				restored: restoreStatements(ctx, sanction),
				lifted: ctx.db
					.update(sanctions)
					.set({ ...lifted, appeal: "none" })
					.where(eq(sanctions.id, id)),
				announced:
					shareId === null
						? null
						: shareModerated(ctx, "share.restored", { id, shareId, creatorId }),
				mail: queueMail(ctx, restoredMail(ctx, mail)),
				decided: decideCase(ctx, known, { ...decided, outcome: "restored" }),
			};
		},
	);
	flushOutbox(ctx);
	return { caseId: read.sanction.caseId };
}

/** Throws `sanction.not_found`, `operator.nothing_to_do` without an open appeal. */
export async function rejectAppeal(
	ctx: OperatorCtx,
	{ id, text }: { id: string; text: string },
): Promise<{ caseId: string }> {
	const entryId = ctx.id();
	const { read } = await withFreshRow(
		ctx,
		() => findSanction(ctx, id, entryId),
		({ sanction, known, creator, title, entry }) => {
			// The answer to this very call was lost.
			if (entry !== null) return null;
			if (sanction.appeal !== "open" || !known) throw failure("operator.nothing_to_do");
			const { caseId, creatorId, shareId, category } = sanction;
			const subject = title ?? creator.email;
			const decided = { caseId, creatorId, shareId, subject, category, text, entryId };
			return {
				guard: unlessDecided(ctx, sanction),
				act: recordOperatorAct(ctx, {
					act: "case.closed",
					creatorId,
					subjectId: caseId,
					details: { subject: title, outcome: "upheld", text },
				}),
				mail: queueMail(ctx, appealRejectedMail(ctx, { ...creator, entryId, answer: text })),
				decided: decideCase(ctx, known, { ...decided, outcome: "upheld" }),
				rejected: ctx.db
					.update(sanctions)
					.set({ appeal: "rejected", answer: text })
					.where(eq(sanctions.id, id)),
			};
		},
	);
	flushOutbox(ctx);
	return { caseId: read.sanction.caseId };
}
