import type { Ctx } from "../core/context.ts";
import { failure } from "../platform/errors.ts";
import { builtFile } from "../platform/http/built-file.ts";

const ROWS = [
	"abcdefghijklmnopqrstuvwxyz",
	"01234567890",
	"qwertyuiop",
	"asdfghjkl",
	"zxcvbnm",
	"qwertzuiop",
	"azertyuiop",
].flatMap((row) => [row, [...row].reverse().join("")]);

/** Repetitions such as `aaaaaa` or `abcabc`, and keyboard rows: the list of common passwords omits them. */
const isPattern = (text: string) =>
	/^(.{1,4})\1+$/.test(text) || ROWS.some((row) => row.includes(text));

/**
 * Refuses (400 at the field) a password that, as a whole and in any case, is among the 10,000 most common or is the
 * account's address. A common word with something added is accepted.
 */
export async function requireStrongPassword(
	ctx: Ctx,
	{ password, email }: { password: string; email: string },
): Promise<void> {
	const folded = password.toLowerCase();
	const common = await (await builtFile(ctx, "/common-passwords.txt")).text();
	const isCommon = common.includes(`\n${folded}\n`) || isPattern(folded);
	if (!isCommon && folded !== email.toLowerCase()) return;
	const message = "This password is too easy to guess. Please choose another one.";
	throw failure("request.invalid", { message, fields: { password: message } });
}
