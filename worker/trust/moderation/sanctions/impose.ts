import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { OperatorCtx } from "../../../accounts/operator-only.ts";
import { shareModerated } from "../../../catalogue/shares/share-events.ts";
import { shares } from "../../../catalogue/shares/tables.ts";
import type { AuditedAct } from "../../../core/audit-log/contract.ts";
import { recordOperatorAct } from "../../../core/audit-log/record-act.ts";
import type { MailReader } from "../../../core/mails.ts";
import { staleCreatorPages, stalePages, staleRenditions } from "../../../core/stale-pages.ts";
import { users } from "../../../core/tables.ts";
import { failure } from "../../../platform/errors.ts";
import { queueMailWhen } from "../../../platform/mail/mail.ts";
import { flushOutbox } from "../../../platform/mail/outbox.ts";
import { repeatable } from "../../../platform/retrying.ts";
import { insertWhen } from "../../../platform/storage/insert-when.ts";
import { nextRevision } from "../../../platform/storage/revisions.ts";
import { decideCase, reporterOf } from "../cases/decide-case.ts";
import { findCase } from "../cases/find-case.ts";
import type { Category } from "../contract.ts";
import { sanctions } from "../tables.ts";
import { type Decision, sanctionMail } from "./mails.ts";

type Reasons = {
	category: Category;
	text: string;
	/** without one, a new case is opened */
	caseId?: string | undefined;
};

/** Creators of deleted accounts and reporters without an address get no mail. */
export type ImposedSanction = {
	readonly caseId: string;
	readonly tells: { readonly creator: boolean; readonly reporter: boolean };
};

/**
 * From the next request on, nobody gets a byte of the share, and its page says that it was removed; a deleted share
 * is no longer kept for buyers. Throws `share.not_found`, and `operator.nothing_to_do` unless it is published, quarantined
 * for the scanner or kept for buyers.
 */
export async function takeDown(
	ctx: OperatorCtx,
	input: Reasons & { shareId: string; legalOrder: boolean },
): Promise<ImposedSanction> {
	const [found] = await ctx.db
		.select({
			title: shares.title,
			creatorId: shares.creatorId,
			email: users.email,
			locale: users.locale,
			deletedAt: users.deletedAt,
		})
		.from(shares)
		.innerJoin(users, eq(users.id, shares.creatorId))
		.where(eq(shares.id, input.shareId));
	if (!found) throw failure("share.not_found");
	const own = eq(shares.id, input.shareId);
	const isThere = sql`(shares.status = 'published'
		or (shares.status = 'uploading' and shares.checking is not null)
		or (shares.status = 'deleted' and shares.deletion is not null
			and shares.kept_until > ${ctx.now()}))`;
	const isPublished = sql`exists (select 1 from shares where ${own} and ${isThere})`;
	return impose(ctx, input, {
		kind: "take_down",
		act: "share.taken_down",
		creator: { ...found, id: found.creatorId },
		target: { shareId: input.shareId, title: found.title },
		legalOrder: input.legalOrder,
		condition: isPublished,
		effect: [
			ctx.db
				.update(shares)
				.set({
					status: sql`case when status = 'deleted' then status else 'taken_down' end`,
					keptUntil: null,
					legalOrder: input.legalOrder,
					...nextRevision(ctx, shares),
				})
				.where(and(own, isThere)),
			stalePages(ctx, own),
			staleRenditions(ctx, own),
		],
	});
}

/** Sales and uploads stop, buyers keep their files. Throws `creator.not_found`, `operator.nothing_to_do`. */
export async function suspendCreator(
	ctx: OperatorCtx,
	input: Reasons & { creatorId: string },
): Promise<ImposedSanction> {
	const active = and(eq(users.id, input.creatorId), isNull(users.deletedAt));
	const [creator] = await ctx.db.select().from(users).where(active);
	if (!creator) throw failure("creator.not_found");
	if (ctx.config.OPERATORS.includes(creator.email.toLowerCase())) throw failure("forbidden");
	return impose(ctx, input, {
		kind: "suspension",
		act: "creator.suspended",
		creator,
		target: { shareId: null, title: null },
		legalOrder: false,
		condition: sql`exists (select 1 from users where ${active} and users.suspended_at is null)`,
		effect: [
			ctx.db
				.update(users)
				.set({ suspendedAt: ctx.now() })
				.where(and(active, isNull(users.suspendedAt))),
			staleCreatorPages(ctx, input.creatorId),
		],
	});
}

type Imposed = {
	kind: "take_down" | "suspension";
	act: AuditedAct;
	creator: MailReader & { id: string; deletedAt: number | null };
	target: { shareId: string | null; title: string | null };
	legalOrder: boolean;
	/** true before the effect, and no longer after it */
	condition: ReturnType<typeof sql>;
	effect: readonly BatchItem<"sqlite">[];
};

async function impose(
	ctx: OperatorCtx,
	input: Reasons,
	imposed: Imposed,
): Promise<ImposedSanction> {
	const { creator, target, condition, legalOrder } = imposed;
	const { category, text } = input;
	const id = ctx.id();
	const known = input.caseId === undefined ? null : await findCase(ctx, input.caseId);
	const caseId = known?.id ?? ctx.id();
	const decision: Decision = { id, category, text, legalOrder, caseId, title: target.title };
	const mail = sanctionMail(ctx, { ...creator, decision });
	const decided = {
		creatorId: creator.id,
		shareId: target.shareId,
		subject: target.title ?? creator.email,
		category,
		outcome: imposed.kind === "take_down" ? "taken_down" : "suspended",
		text,
	} as const;
	const hasAccount = creator.deletedAt === null;
	const isImposed = sql`exists (select 1 from sanctions where sanctions.id = ${id})`;
	const subjectId = target.shareId ?? creator.id;
	const isRecorded = sql`exists (select 1 from audit_log where subject_id = ${subjectId}
		and act = ${imposed.act} and at = ${ctx.now()})`;
	const statements = [
		insertWhen(
			ctx.db,
			sanctions,
			{
				id,
				kind: imposed.kind,
				creatorId: creator.id,
				shareId: target.shareId,
				category,
				text,
				legalOrder,
				caseId,
				imposedAt: ctx.now(),
				imposedBy: ctx.user.id,
			},
			condition,
		).onConflictDoNothing(),
		...imposed.effect,
		...(target.shareId === null
			? []
			: [
					shareModerated(ctx, "share.taken_down", {
						id,
						shareId: target.shareId,
						creatorId: creator.id,
						when: isImposed,
					}),
				]),
		recordOperatorAct(
			ctx,
			{
				act: imposed.act,
				creatorId: creator.id,
				subjectId,
				details: { subject: target.title, category, text, legalOrder, case: caseId },
			},
			// Once, even if the batch is repeated.
			sql`${isImposed} and not ${isRecorded}`,
		),
		queueMailWhen(ctx, mail, hasAccount ? isImposed : sql`false`),
		...decideCase(ctx, known, { ...decided, caseId }, isImposed),
		// True if imposed, even in a repeated batch.
		ctx.db.select({ id: sanctions.id }).from(sanctions).where(eq(sanctions.id, id)),
	] as const;
	const results = await repeatable(() => ctx.db.batch(statements));
	const last = results.at(-1);
	if (!Array.isArray(last) || last.length === 0) throw failure("operator.nothing_to_do");
	flushOutbox(ctx);
	return { caseId, tells: { creator: hasAccount, reporter: reporterOf(known) !== null } };
}
