import { eq } from "drizzle-orm";
import type { Assertion, AssertionOptions } from "../../contract/accounts/passkeys.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { codeLimit } from "../sign-in-limits.ts";
import { passkeys } from "../tables.ts";
import type { Ceremony } from "./challenges.ts";
import { assertionOptions, provePasskey } from "./prove-passkey.ts";

const secondStep = (userId: string): Ceremony => ({ purpose: "second-step", subject: userId });

/** Name the account's passkeys, so they must follow the password. */
export const secondStepOptions = (
	ctx: Ctx,
	userId: string,
	rows: (typeof passkeys.$inferSelect)[],
): Promise<AssertionOptions> => assertionOptions(ctx, secondStep(userId), rows);

/** Attempts count like codes. */
export const proveSecondStep = (ctx: Ctx, userId: string, response: Assertion) =>
	provePasskey(ctx, {
		ceremony: secondStep(userId),
		response,
		userId,
		limits: [codeLimit(ctx, userId)],
	});

const confirming = ({ credentials }: Ctx): Ceremony => ({
	purpose: "confirm",
	subject: credentials.sessionHash ?? "",
});

/** Throws `account.factor_missing`. */
export async function beginConfirmation(ctx: CreatorCtx): Promise<AssertionOptions> {
	const rows = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, ctx.user.id));
	if (rows.length === 0) throw failure("account.factor_missing");
	return assertionOptions(ctx, confirming(ctx), rows);
}

/** Attempts count like codes. */
export const proveAgain = (ctx: CreatorCtx, response: Assertion) =>
	provePasskey(ctx, {
		ceremony: confirming(ctx),
		response,
		userId: ctx.user.id,
		limits: [codeLimit(ctx, ctx.user.id)],
	});
