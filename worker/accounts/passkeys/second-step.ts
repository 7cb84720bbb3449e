import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { failure } from "../../platform/errors.ts";
import type { confirmSessionInput } from "../contract.ts";
import { checkSecondFactor, hasSecondFactor, wrongCode } from "../second-factor.ts";
import { provingFactor } from "../sessions.ts";
import { codeLimit } from "../sign-in-limits.ts";
import { passkeys } from "../tables.ts";
import type { Assertion, AssertionOptions } from "./contract.ts";
import { assertionOptions, type Ceremony, provePasskey } from "./prove-passkey.ts";

const secondStep = (userId: string): Ceremony => ({ purpose: "second-step", subject: userId });

/** The options name the account's passkeys, so the password comes first. */
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

export async function beginConfirmation(ctx: CreatorCtx): Promise<AssertionOptions> {
	const rows = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, ctx.user.id));
	if (rows.length === 0) throw failure("account.factor_missing");
	return assertionOptions(ctx, confirming(ctx), rows);
}

export async function confirmSession(
	ctx: CreatorCtx,
	input: z.infer<typeof confirmSessionInput>,
): Promise<void> {
	if ("passkey" in input) {
		const { statements } = await provePasskey(ctx, {
			ceremony: confirming(ctx),
			response: input.passkey,
			userId: ctx.user.id,
			limits: [codeLimit(ctx, ctx.user.id)],
		});
		await ctx.db.batch([provingFactor(ctx), ...statements]);
		return;
	}
	const [row] = await ctx.db.select().from(users).where(eq(users.id, ctx.user.id));
	if (!row || !(await hasSecondFactor(ctx, row.id))) throw failure("account.factor_missing");
	if (!(await checkSecondFactor(ctx, row, input.code))) throw wrongCode();
	await provingFactor(ctx);
}
