import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type * as z from "zod";
import { shares } from "../../../catalogue/shares/tables.ts";
import { recordOwnAct } from "../../../core/audit-log/record-act.ts";
import { caseEntries, cases } from "../../../core/cases/tables.ts";
import type { CreatorCtx } from "../../../core/context.ts";
import { failure } from "../../../platform/errors.ts";
import { queueMailWhen } from "../../../platform/mail/mail.ts";
import { flushOutbox } from "../../../platform/mail/outbox.ts";
import { repeatable } from "../../../platform/retrying.ts";
import { insertWhen } from "../../../platform/storage/insert-when.ts";
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

/**
 * Reopens the decision's case. Throws `sanction.not_found` for other creators' and lifted ones, `sanction.appealed`
 * while an appeal is open.
 */
export async function appeal(
	ctx: CreatorCtx,
	{ id, text, counterNotice }: z.output<typeof appealInput> & { id: string },
): Promise<void> {
	const own = and(
		eq(sanctions.id, id),
		eq(sanctions.creatorId, ctx.user.id),
		isNull(sanctions.liftedAt),
	);
	const [found] = await ctx.db
		.select({ caseId: sanctions.caseId, appeal: sanctions.appeal, title: shares.title })
		.from(sanctions)
		.leftJoin(shares, eq(shares.id, sanctions.shareId))
		.where(own);
	if (!found) throw failure("sanction.not_found");
	if (found.appeal === "open") throw failure("sanction.appealed");
	const { caseId } = found;
	const at = ctx.now();
	const entryId = ctx.id();
	const title = found.title ?? ctx.user.email;
	const isCounterNotice = counterNotice !== undefined;
	const mayAppeal = sql`exists (select 1 from sanctions where ${own} and appeal <> 'open')`;
	await repeatable(() =>
		ctx.db.batch([
			recordOwnAct(
				ctx,
				ctx.user.id,
				{ act: "sanction.appealed", subjectId: id, details: { subject: found.title } },
				mayAppeal,
			),
			insertWhen(
				ctx.db,
				caseEntries,
				{ id: entryId, caseId, kind: "appeal", text: textOf(text, counterNotice), at },
				// The case is deleted after a year without an entry.
				sql`${mayAppeal} and exists (select 1 from cases where cases.id = ${caseId})`,
			).onConflictDoNothing(),
			ctx.db
				.update(cases)
				.set({ state: "open", updatedAt: at })
				.where(and(eq(cases.id, caseId), mayAppeal)),
			queueMailWhen(
				ctx,
				appealMail(ctx, { caseId, entryId, title, message: text, isCounterNotice }),
				mayAppeal,
			),
			ctx.db
				.update(sanctions)
				.set({ appeal: "open", answer: null })
				.where(and(own, inArray(sanctions.appeal, ["none", "rejected"]))),
		]),
	);
	flushOutbox(ctx);
}
