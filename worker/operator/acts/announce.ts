import { count } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { recordOperatorAct } from "../../core/audit-log/record-act.ts";
import { users } from "../../core/tables.ts";
import { isAddressed } from "../../trust/support/announcements/send-announcements.ts";
import { type AnnouncedTexts, announcements } from "../../trust/support/announcements/tables.ts";

/** Begins to mail something to all creators with a confirmed address; a cron sends 50 each minute. */
export async function announce(ctx: OperatorCtx, texts: AnnouncedTexts): Promise<void> {
	const id = ctx.id();
	await ctx.db.batch([
		recordOperatorAct(ctx, {
			act: "announcement.sent",
			creatorId: null,
			subjectId: id,
			details: { subject: texts.en.subject },
		}),
		ctx.db.insert(announcements).values({ id, texts, createdAt: ctx.now() }),
	]);
}

/** Returns how many creators an announcement is sent to. */
export async function addressedCreators(ctx: OperatorCtx): Promise<number> {
	const [row] = await ctx.replica.select({ n: count() }).from(users).where(isAddressed());
	return row?.n ?? 0;
}
