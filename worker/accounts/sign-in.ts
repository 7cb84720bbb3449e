import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type * as z from "zod";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import {
	countingAttempt,
	keyedLimits,
	refundingAttempt,
	requireCounted,
	resettingAttempts,
} from "../platform/security/attempts.ts";
import { hashPassword, verifyPassword } from "../platform/security/passwords.ts";
import type { loginInput, User } from "./contract.ts";
import type { Browser } from "./devices/devices.ts";
import { openSession } from "./open-session.ts";
import type { SecondStep } from "./passkeys/contract.ts";
import { proveSecondStep, secondStepOptions } from "./passkeys/second-step.ts";
import { checkSecondFactor } from "./second-factor.ts";
import { passwordLimits } from "./sign-in-limits.ts";
import { passkeys } from "./tables.ts";

type Input = z.infer<typeof loginInput> & { browser: Browser };

/** An unknown address takes the same steps as a wrong password. `account.code_required` has a `SecondStep`. */
export async function signIn(ctx: Ctx, input: Input): Promise<{ user: User; token: string }> {
	const { email, password, browser } = input;
	const unkeyed = passwordLimits(ctx, email);
	const own = await keyedLimits(ctx, unkeyed.own);
	const shared = await keyedLimits(ctx, unkeyed.shared);
	const limits = [...own, ...shared];
	const isAccount = and(eq(users.email, email), isNull(users.deletedAt));
	const [counted, [row], keys] = await ctx.db.batch([
		countingAttempt(ctx, limits),
		ctx.db.select().from(users).where(isAccount),
		ctx.db
			.select()
			.from(passkeys)
			.where(
				inArray(passkeys.userId, ctx.db.select({ id: users.id }).from(users).where(isAccount)),
			),
	]);
	await requireCounted(ctx, limits, counted);
	const { matches, outdated } = await verifyPassword(row?.passwordHash ?? null, password);
	if (!row || !matches) throw failure("account.bad_credentials");
	const hasApp = row.totpConfirmedAt !== null;
	const asks = hasApp || keys.length > 0;
	if (asks && !input.code && !input.passkey) {
		await refundingAttempt(ctx, limits);
		const passkey = keys.length > 0 ? await secondStepOptions(ctx, row.id, keys) : null;
		const details: SecondStep = { app: hasApp, passkey };
		throw failure("account.code_required", { details });
	}
	const second = asks ? await proveSecond(ctx, row, input) : [];
	const renewed = outdated ? await hashPassword(password) : row.passwordHash;
	const statements = [
		resettingAttempts(ctx, own),
		refundingAttempt(ctx, shared),
		ctx.db
			.update(users)
			.set({ passwordHash: renewed })
			.where(and(eq(users.id, row.id), eq(users.passwordHash, row.passwordHash))),
		...second,
	];
	return openSession(ctx, {
		row,
		browser,
		// If the answer was lost, this sign-in may have renewed the hash itself.
		isProven: sql`${inArray(users.passwordHash, [row.passwordHash, renewed])}`,
		refusal: "account.bad_credentials",
		hasProvenFactor: asks,
		statements,
	});
}

async function proveSecond(
	ctx: Ctx,
	row: typeof users.$inferSelect,
	{ code = "", passkey }: Pick<Input, "code" | "passkey">,
): Promise<readonly BatchItem<"sqlite">[]> {
	if (passkey) return (await proveSecondStep(ctx, row.id, passkey)).statements;
	if (await checkSecondFactor(ctx, row, code)) return [];
	throw failure("account.code_required", { reason: "account.code_wrong" });
}
