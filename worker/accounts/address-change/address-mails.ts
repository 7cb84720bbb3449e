import { and, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Ctx } from "../../core/context.ts";
import { CREATOR_KINDS } from "../../core/mail-kinds.ts";
import { WITHHELD } from "../../platform/mail/outbox.ts";
import { outbox } from "../../platform/tables.ts";

/** `new` until a change applies, `old` afterwards. */
export type AddressRole = "new" | "old";

/** Prefix of the dedupe keys of such mails. */
export const addressMailKey = (userId: string, to: AddressRole): string =>
	`address-change:${userId}:${to}:`;

/**
 * Removes an account's former addresses, and new ones that were never confirmed, from the outbox: the mails about the
 * changes, and every mail to a former address while it was the account's.
 */
export function deleteAddressMails(ctx: Ctx, userId: string) {
	const notice = alias(outbox, "notice");
	const keyed = (table: typeof outbox | typeof notice, to: AddressRole) => {
		const start = addressMailKey(userId, to);
		return and(gte(table.dedupeKey, start), lt(table.dedupeKey, `${start}\uffff`));
	};
	const former = ctx.db
		.select({ id: outbox.id })
		.from(notice)
		.innerJoin(
			outbox,
			and(
				eq(outbox.recipientKey, notice.recipientKey),
				lte(outbox.createdAt, notice.createdAt),
				sql`${outbox.recipient} = ${notice.recipient}`,
				inArray(outbox.kind, CREATOR_KINDS),
			),
		)
		.where(keyed(notice, "old"));
	return [
		ctx.db.update(outbox).set(WITHHELD).where(inArray(outbox.id, former)),
		ctx.db.update(outbox).set(WITHHELD).where(keyed(outbox, "new")),
	] as const;
}
