import { eq, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { flushOutbox } from "../platform/mail/outbox.ts";
import { repeatable } from "../platform/retrying.ts";
import { isUniqueViolation } from "../platform/storage/db.ts";
import { endBatchUnless } from "../platform/storage/ending-batch.ts";
import { namedBatch } from "../platform/storage/named-batch.ts";
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
	const batch = {
		proven: endBatchUnless(ctx, { table: users, where: eq(users.id, row.id) }, isProven, refusal),
		former: endCurrentSession(ctx),
		opened: session.open,
		...(await announcingDevice(ctx, row, browser)),
		device: await rememberingDevice(ctx, row.id, browser),
		statements,
	};
	const results = await repeatable(() => namedBatch(ctx.db, batch)).catch((error: unknown) => {
		// The token is new, so only this batch can have written it: its answer was lost.
		if (!isUniqueViolation(error)) throw error;
		return null;
	});
	if (results?.mail?.length) flushOutbox(ctx);
	return { user: presentUser(row, ctx.now()), token: session.token };
}
