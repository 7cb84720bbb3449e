import { and, eq, isNull, sql } from "drizzle-orm";
import type { OperatorCtx } from "../../../accounts/operator-only.ts";
import { shareModerated } from "../../../catalogue/shares/share-events.ts";
import { type ShareRow, shares } from "../../../catalogue/shares/tables.ts";
import type { AuditedAct } from "../../../core/audit-log/contract.ts";
import { recordOperatorAct } from "../../../core/audit-log/record-act.ts";
import type { MailReader } from "../../../core/mails.ts";
import { staleCreatorPages, stalePages, staleRenditions } from "../../../core/stale-pages.ts";
import { users } from "../../../core/tables.ts";
import { failure } from "../../../platform/errors.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { flushOutbox } from "../../../platform/mail/outbox.ts";
import { withFreshRow } from "../../../platform/storage/fresh-row.ts";
import { nextRevision, unlessSame } from "../../../platform/storage/revisions.ts";
import { decideCase, reporterOf } from "../cases/decide-case.ts";
import { findCase } from "../cases/find-case.ts";
import type { Category } from "../contract.ts";
import { sanctions } from "../tables.ts";
import { sanctionMail } from "./mails.ts";

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

async function newDecision(ctx: OperatorCtx, { category, text, caseId }: Reasons) {
	const known = caseId === undefined ? null : await findCase(ctx, caseId);
	return { id: ctx.id(), category, text, known, caseId: known?.id ?? ctx.id() };
}

type NewDecision = Awaited<ReturnType<typeof newDecision>>;

type Imposed = {
	kind: "take_down" | "suspension";
	act: AuditedAct;
	creator: MailReader & { id: string; deletedAt: number | null };
	share: Pick<ShareRow, "id" | "title"> | null;
	legalOrder: boolean;
};

/** Records the sanction, decides its case, and notifies the creator, unless the account is deleted. */
function sanctionStatements(
	ctx: OperatorCtx,
	{ known, ...decision }: NewDecision,
	{ kind, act, creator, share, legalOrder }: Imposed,
) {
	const { id, category, text, caseId } = decision;
	const { id: shareId = null, title = null } = share ?? {};
	const row = { id, kind, creatorId: creator.id, shareId, category, text, legalOrder, caseId };
	const outcome = kind === "take_down" ? "taken_down" : "suspended";
	const subject = title ?? creator.email;
	const mail = { ...creator, decision: { ...decision, legalOrder, title } };
	return {
		sanction: ctx.db
			.insert(sanctions)
			.values({ ...row, imposedAt: ctx.now(), imposedBy: ctx.user.id }),
		act: recordOperatorAct(ctx, {
			act,
			creatorId: creator.id,
			subjectId: shareId ?? creator.id,
			details: { subject: title, category, text, legalOrder, case: caseId },
		}),
		mail: creator.deletedAt === null ? queueMail(ctx, sanctionMail(ctx, mail)) : null,
		decided: decideCase(ctx, known, {
			caseId,
			creatorId: creator.id,
			shareId,
			subject,
			category,
			outcome,
			text,
		}),
	};
}

function announced(
	ctx: OperatorCtx,
	{ caseId, known }: NewDecision,
	{ deletedAt }: Pick<Imposed["creator"], "deletedAt">,
): ImposedSanction {
	flushOutbox(ctx);
	return { caseId, tells: { creator: deletedAt === null, reporter: reporterOf(known) !== null } };
}

/** 1 if this very call has imposed it, and its answer was lost. */
const isImposed = (id: string) =>
	sql<number>`(select count(*) from sanctions
	where sanctions.id = ${id})`.as("imposed");

async function findShare(ctx: OperatorCtx, shareId: string, id: string) {
	const [found] = await ctx.db
		.select({
			share: shares,
			email: users.email,
			locale: users.locale,
			deletedAt: users.deletedAt,
			imposed: isImposed(id),
		})
		.from(shares)
		.innerJoin(users, eq(users.id, shares.creatorId))
		.where(eq(shares.id, shareId));
	if (!found) throw failure("share.not_found");
	return found;
}

/** Published, quarantined for the scanner, or kept for buyers. */
const hasBytes = (ctx: OperatorCtx, { status, checking, deletion, keptUntil }: ShareRow) =>
	status === "published" ||
	(status === "uploading" && checking !== null) ||
	(status === "deleted" && deletion !== null && (keptUntil ?? 0) > ctx.now());

/**
 * From the next request on, nobody gets a byte of the share, and its page says that it was removed; a deleted share
 * is no longer kept for buyers. Throws `share.not_found`, and `operator.nothing_to_do` unless it has bytes.
 */
export async function takeDown(
	ctx: OperatorCtx,
	input: Reasons & { shareId: string; legalOrder: boolean },
): Promise<ImposedSanction> {
	const { shareId, legalOrder } = input;
	const decision = await newDecision(ctx, input);
	const { id } = decision;
	const own = eq(shares.id, shareId);
	const { read } = await withFreshRow(
		ctx,
		() => findShare(ctx, shareId, id),
		({ share, imposed, ...creator }) => {
			if (imposed) return null;
			if (!hasBytes(ctx, share)) throw failure("operator.nothing_to_do");
			const { creatorId } = share;
			return {
				guard: unlessSame(ctx, shares, share, ["status", "checking", "deletion", "keptUntil"]),
				edited: ctx.db
					.update(shares)
					.set({
						status: share.status === "deleted" ? "deleted" : "taken_down",
						keptUntil: null,
						legalOrder,
						...nextRevision(ctx, shares),
					})
					.where(own),
				stalePages: stalePages(ctx, own),
				staleRenditions: staleRenditions(ctx, own),
				announced: shareModerated(ctx, "share.taken_down", { id, shareId, creatorId }),
				...sanctionStatements(ctx, decision, {
					kind: "take_down",
					act: "share.taken_down",
					creator: { ...creator, id: creatorId },
					share,
					legalOrder,
				}),
			};
		},
	);
	return announced(ctx, decision, read);
}

async function findActive(ctx: OperatorCtx, creatorId: string, id: string) {
	const [found] = await ctx.db
		.select({ creator: users, imposed: isImposed(id) })
		.from(users)
		.where(and(eq(users.id, creatorId), isNull(users.deletedAt)));
	if (!found) throw failure("creator.not_found");
	return found;
}

/** Sales and uploads stop, buyers keep their files. Throws `creator.not_found`, `operator.nothing_to_do`. */
export async function suspendCreator(
	ctx: OperatorCtx,
	input: Reasons & { creatorId: string },
): Promise<ImposedSanction> {
	const decision = await newDecision(ctx, input);
	const { id } = decision;
	const { read } = await withFreshRow(
		ctx,
		() => findActive(ctx, input.creatorId, id),
		({ creator, imposed }) => {
			if (ctx.config.OPERATORS.includes(creator.email.toLowerCase())) throw failure("forbidden");
			if (imposed) return null;
			if (creator.suspendedAt !== null) throw failure("operator.nothing_to_do");
			return {
				guard: unlessSame(ctx, users, creator, ["suspendedAt", "deletedAt"]),
				edited: ctx.db
					.update(users)
					.set({ suspendedAt: ctx.now() })
					.where(eq(users.id, creator.id)),
				stalePages: staleCreatorPages(ctx, creator.id),
				...sanctionStatements(ctx, decision, {
					kind: "suspension",
					act: "creator.suspended",
					creator,
					share: null,
					legalOrder: false,
				}),
			};
		},
	);
	return announced(ctx, decision, read.creator);
}
