import { and, desc, eq, isNull } from "drizzle-orm";
import type * as z from "zod";
import { shares } from "../../../catalogue/shares/tables.ts";
import { recordOwnAct } from "../../../core/audit-log/record-act.ts";
import { caseEntries, cases } from "../../../core/cases/tables.ts";
import type { CreatorCtx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { flushOutbox } from "../../../platform/mail/outbox.ts";
import { withFreshRow } from "../../../platform/storage/fresh-row.ts";
import { unlessSame } from "../../../platform/storage/revisions.ts";
import type { appealInput, CounterNotice, OwnSanction } from "../contract.ts";
import { sanctions } from "../tables.ts";
import { appealMail } from "./mails.ts";

const MOST = 200;

export async function ownSanctions(ctx: CreatorCtx): Promise<OwnSanction[]> {
	const rows = await ctx.replica
		.select({ sanction: sanctions, slug: shares.slug, title: shares.title })
		.from(sanctions)
		.leftJoin(shares, eq(shares.id, sanctions.shareId))
		.where(eq(sanctions.creatorId, ctx.user.id))
		.orderBy(desc(sanctions.imposedAt))
		.limit(MOST);
	return rows.map(({ sanction, slug, title }) => ({
		id: sanction.id,
		kind: sanction.kind,
		share: slug === null || title === null ? null : { id: slug, title },
		category: sanction.category,
		text: sanction.text,
		legalOrder: sanction.legalOrder,
		imposedAt: new Date(sanction.imposedAt).toISOString(),
		liftedAt: sanction.liftedAt === null ? null : new Date(sanction.liftedAt).toISOString(),
		appeal: sanction.appeal,
		answer: sanction.answer,
	}));
}

const textOf = (text: string, notice: CounterNotice | undefined) =>
	notice
		? [
				text,
				"Counter-notice",
				`Name: ${notice.name}`,
				`Address: ${notice.address}`,
				`Phone: ${notice.phone}`,
				`Signature: ${notice.signature}`,
			].join("\n")
		: text;

/** The sanction with its case's id and this appeal's entry, if they exist. Throws `sanction.not_found`. */
async function findOwn(ctx: CreatorCtx, id: string, entryId: string) {
	const [found] = await ctx.db
		.select({ sanction: sanctions, title: shares.title, case: cases.id, entry: caseEntries.id })
		.from(sanctions)
		.leftJoin(shares, eq(shares.id, sanctions.shareId))
		.leftJoin(cases, eq(cases.id, sanctions.caseId))
		.leftJoin(caseEntries, eq(caseEntries.id, entryId))
		.where(
			and(eq(sanctions.id, id), eq(sanctions.creatorId, ctx.user.id), isNull(sanctions.liftedAt)),
		);
	if (!found) throw failure("sanction.not_found");
	return found;
}

/**
 * Reopens the decision's case. Throws `sanction.not_found` for other creators' and lifted ones, `sanction.appealed`
 * while an appeal is open.
 */
export async function appeal(
	ctx: CreatorCtx,
	{ id, text, counterNotice }: z.output<typeof appealInput> & { id: string },
): Promise<void> {
	const at = ctx.now();
	const entryId = ctx.id();
	const isCounterNotice = counterNotice !== undefined;
	await withFreshRow(
		ctx,
		() => findOwn(ctx, id, entryId),
		({ sanction, title, case: known, entry: written }) => {
			// The answer to this very call was lost.
			if (written !== null) return null;
			if (sanction.appeal === "open") throw failure("sanction.appealed");
			const { caseId } = sanction;
			const entry = { id: entryId, caseId, text: textOf(text, counterNotice), at };
			return {
				guard: unlessSame(ctx, sanctions, sanction, ["liftedAt", "appeal"]),
				act: recordOwnAct(ctx, ctx.user.id, {
					act: "sanction.appealed",
					subjectId: id,
					details: { subject: title },
				}),
				// The case is deleted after a year without an entry.
				entry: known ? ctx.db.insert(caseEntries).values({ ...entry, kind: "appeal" }) : null,
				reopened: ctx.db
					.update(cases)
					.set({ state: "open", updatedAt: at })
					.where(eq(cases.id, caseId)),
				mail: queueMail(
					ctx,
					appealMail(ctx, {
						caseId,
						entryId,
						title: title ?? ctx.user.email,
						message: text,
						isCounterNotice,
					}),
				),
				appealed: ctx.db
					.update(sanctions)
					.set({ appeal: "open", answer: null })
					.where(eq(sanctions.id, id)),
			};
		},
	);
	flushOutbox(ctx);
}
