import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { confirmSessionInput } from "../contract/accounts/accounts.ts";
import type { CreatorCtx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { failure } from "../platform/errors.ts";
import { proveAgain } from "./passkeys/second-step.ts";
import { checkSecondFactor, hasSecondFactor, wrongCode } from "./second-factor.ts";
import { provingFactor } from "./sessions.ts";

/**
 * Proves the second factor again. Throws `account.factor_missing`, `request.invalid` for a wrong code,
 * `account.passkey_refused`, `rate.limited`.
 */
export async function confirmSession(
	ctx: CreatorCtx,
	input: z.infer<typeof confirmSessionInput>,
): Promise<void> {
	if ("passkey" in input) {
		const { statements } = await proveAgain(ctx, input.passkey);
		await ctx.db.batch([provingFactor(ctx), ...statements]);
		return;
	}
	const [row] = await ctx.db.select().from(users).where(eq(users.id, ctx.user.id));
	if (!row || !(await hasSecondFactor(ctx, row.id))) throw failure("account.factor_missing");
	if (!(await checkSecondFactor(ctx, row, input.code))) throw wrongCode();
	await provingFactor(ctx);
}
