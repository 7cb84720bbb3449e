import { and, desc, gte, inArray } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { CREATOR_KINDS } from "../core/mail-kinds.ts";
import { isTo } from "../platform/mail/outbox.ts";
import { outbox } from "../platform/tables.ts";

/** No contents, which may include secrets, and no mails to the same address as a buyer's. */
export async function exportMails(ctx: CreatorCtx) {
	const rows = await ctx.db
		.select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt })
		.from(outbox)
		.where(
			and(
				isTo(ctx, ctx.user.email),
				inArray(outbox.kind, CREATOR_KINDS),
				gte(outbox.createdAt, Date.parse(ctx.user.createdAt)),
			),
		)
		.orderBy(desc(outbox.createdAt));
	return rows.map(({ kind, createdAt, sentAt }) => ({
		kind,
		createdAt: new Date(createdAt).toISOString(),
		sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
	}));
}
