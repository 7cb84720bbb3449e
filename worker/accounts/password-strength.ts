import type { Ctx } from "../context.ts";
import { failure } from "../platform/errors.ts";
import { commonPasswords, isGuessable } from "../platform/security/common-passwords.ts";

/** Refuses (400 at the field) a password that attackers try first. */
export async function requireStrongPassword(
	ctx: Ctx,
	password: string,
	about: readonly string[],
): Promise<void> {
	const common = await commonPasswords(ctx);
	if (!isGuessable(password, common, [...about, ctx.config.APP_NAME])) return;
	const message = "This password is too easy to guess. Please choose another one.";
	throw failure("request.invalid", { message, fields: { password: message } });
}
