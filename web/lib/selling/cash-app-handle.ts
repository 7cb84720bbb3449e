import { cashAppHandleField } from "../../../worker/contract/payments/payments.ts";

export type HandleProblem = "format" | "length" | "characters";

const PROBLEMS: Record<string, HandleProblem> = {
	"Cash App handle must start with $": "format",
	"Handle must be 1-20 characters after the $": "length",
	"Handle can only contain letters and numbers": "characters",
};

/**
 * Returns the handle in pasted text: a plain name, or a link to the profile, in which the $ is missing or
 * encoded. Null for anything else, which is pasted unchanged.
 */
export function pastedHandle(text: string): string | null {
	const [, name] =
		/^\s*(?:(?:https?:\/\/)?cash\.app\/)?(?:\$|%24)?([A-Za-z0-9]{1,20})\/?\s*$/i.exec(text) ?? [];
	return name === undefined ? null : `$${name}`;
}

/** Returns what is wrong with a Cash App handle, in the schema's own sentence; null if nothing is. */
export function handleProblem(handle: string): { problem: HandleProblem; sentence: string } | null {
	const result = cashAppHandleField.safeParse(handle);
	if (result.success) return null;
	const sentence = result.error.issues[0]?.message ?? "";
	return { problem: PROBLEMS[sentence] ?? "format", sentence };
}
