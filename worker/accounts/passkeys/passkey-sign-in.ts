import { and, eq, exists, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import type { User } from "../contract.ts";
import type { Browser } from "../devices/devices.ts";
import { openSession } from "../open-session.ts";
import { passkeyLimits } from "../sign-in-limits.ts";
import { passkeys } from "../tables.ts";
import type { Assertion, AssertionOptions } from "./contract.ts";
import { assertionOptions, type Ceremony, provePasskey } from "./prove-passkey.ts";

const signingIn = (ceremonyHash: string | null): Ceremony => ({
	purpose: "sign-in",
	subject: ceremonyHash ?? "",
});

/** The options don't depend on the caller, so they reveal no account. */
export const beginPasskeySignIn = (ctx: Ctx, ceremonyHash: string): Promise<AssertionOptions> =>
	assertionOptions(ctx, signingIn(ceremonyHash), []);

/** A passkey counts as both factors, since the person is verified. Throws `account.passkey_refused`, `rate.limited`. */
export async function signInWithPasskey(
	ctx: Ctx,
	input: { passkey: Assertion; ceremonyHash: string | null; browser: Browser },
): Promise<{ user: User; token: string }> {
	const { passkey, ceremonyHash, browser } = input;
	const { user, statements } = await provePasskey(ctx, {
		ceremony: signingIn(ceremonyHash),
		response: passkey,
		limits: passkeyLimits(ctx),
	});
	const isThere = ctx.db
		.select({ one: sql`1` })
		.from(passkeys)
		.where(and(eq(passkeys.credentialId, passkey.id), eq(passkeys.userId, user.id)));
	return openSession(ctx, {
		row: user,
		browser,
		isProven: exists(isThere),
		refusal: "account.passkey_refused",
		hasProvenFactor: true,
		statements,
	});
}
