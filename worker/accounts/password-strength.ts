import type { Ctx } from "../core/context.ts";
import { builtFile } from "../platform/http/built-file.ts";
import { invalidField } from "../platform/http/validation.ts";

const ROWS =
	"abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm qwertzuiop azertyuiop"
		.split(" ")
		.flatMap((row) => [row, [...row].reverse().join("")]);

/** The list of common passwords leaves out repetitions such as `abcabc` and keyboard rows. */
const isPattern = (text: string) =>
	/^(.{1,4})\1+$/.test(text) || ROWS.some((row) => row.includes(text));

/** Refuses the 10,000 most common passwords and the account's address, as a whole and in any case. */
export async function requireStrongPassword(
	ctx: Ctx,
	{ password, email }: { password: string; email: string },
): Promise<void> {
	const folded = password.toLowerCase();
	const common = await (await builtFile(ctx, "/common-passwords.txt")).text();
	const isCommon = common.includes(`\n${folded}\n`) || isPattern(folded);
	if (!isCommon && folded !== email.toLowerCase()) return;
	throw invalidField("password", "This password is too easy to guess. Please choose another one.");
}
