import { eq, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { repeatable } from "../platform/retrying.ts";
import { isUniqueViolation } from "../platform/storage/db.ts";
import { endBatchUnless } from "../platform/storage/ending-batch.ts";
import type { User } from "./contract.ts";
import { announcingDevice, type Browser, rememberingDevice } from "./devices/devices.ts";
import { presentUser } from "./present.ts";
import { endCurrentSession, newSession } from "./sessions.ts";

type Input = {
	row: typeof users.$inferSelect;
	browser: Browser;
	/** condition on the account's row; `refusal` is thrown if it is false */
	isProven: SQL;
	refusal: "account.bad_credentials" | "account.passkey_refused";
	hasProvenFactor: boolean;
	/** each must be repeatable */
	statements: readonly BatchItem<"sqlite">[];
};

/** Ends the browser's former session. Throws `refusal`, without any effect, unless `isProven`. */
export async function openSession(
	ctx: Ctx,
	{ row, browser, isProven, refusal, hasProvenFactor, statements }: Input,
): Promise<{ user: User; token: string }> {
	const { userAgent } = browser;
	const session = await newSession(ctx, { userId: row.id, userAgent, hasProvenFactor });
	const { mails, acts } = await announcingDevice(ctx, row, browser);
	const batch = [
		endBatchUnless(ctx, { table: users, where: eq(users.id, row.id) }, isProven, refusal),
		endCurrentSession(ctx),
		session.open,
		...mails,
		...acts,
		...(await rememberingDevice(ctx, row.id, browser)),
		...statements,
	] as const;
	const results = await repeatable(() => ctx.db.batch(batch)).catch((error: unknown) => {
		// The token is new, so only this batch can have written it: its answer was lost.
		if (!isUniqueViolation(error)) throw error;
		return [];
	});
	const announced = mails.length > 0 ? results[3] : undefined;
	if (Array.isArray(announced) && announced.length > 0) flushOutbox(ctx);
	return { user: presentUser(row, ctx.now()), token: session.token };
}
