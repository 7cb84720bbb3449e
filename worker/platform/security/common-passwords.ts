import type { PlatformCtx } from "../context.ts";
import { builtFile } from "../http/built-file.ts";

/** Returns the most common passwords in lower case, each between two line breaks. */
export async function commonPasswords(ctx: Pick<PlatformCtx, "env" | "config">): Promise<string> {
	return (await builtFile(ctx, "/common-passwords.txt")).text();
}

const ROWS = [
	"abcdefghijklmnopqrstuvwxyz",
	"01234567890",
	"qwertyuiop",
	"asdfghjkl",
	"zxcvbnm",
	"qwertzuiop",
	"azertyuiop",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm",
].flatMap((row) => [row, [...row].reverse().join("")]);

/** One short sequence repeated, such as `aaaaaa` or `abcabc`. */
function repeats(text: string): boolean {
	return /^(.{1,4})\1+$/.test(text) && new Set(text).size <= 4;
}

/** Repetitions and rows of the keyboard; fewer than three characters are no pattern. */
function isPattern(text: string): boolean {
	return text.length >= 3 && (repeats(text) || ROWS.some((row) => row.includes(text)));
}

const LOOKALIKES: Readonly<Record<string, string>> = {
	"0": "o",
	"1": "i",
	"3": "e",
	"4": "a",
	"5": "s",
	"7": "t",
	"@": "a",
	$: "s",
	"!": "i",
};

/** The forms of a password with its usual disguises undone. */
function undisguised(password: string): string[] {
	const bare = password.replace(/[\d\W_]{1,4}$/, "");
	const plain = (text: string) => text.replace(/[013457@$!]/g, (char) => LOOKALIKES[char] ?? char);
	const once = bare.replace(/^(.{3,})\1+$/, "$1");
	return [password, bare, once, plain(password), plain(bare)];
}

/**
 * Returns true for passwords that attackers try first: those in the list `common` (see `commonPasswords`)
 * with their usual disguises, rows of the keyboard, repetitions, and the account's own e-mail address or
 * product's name.
 */
export function isGuessable(
	password: string,
	common: string,
	about: readonly string[] = [],
): boolean {
	const lower = password.normalize("NFKC").toLowerCase();
	const forms = undisguised(lower);
	if (forms.some((form) => isPattern(form) || common.includes(`\n${form}\n`))) return true;
	return about
		.flatMap((text) => [text, text.split("@")[0] ?? ""])
		.map((text) => text.toLowerCase())
		.some((text) => text.length >= 4 && forms.includes(text));
}
