import { cashAppHandleField } from "../../../worker/payments/payouts/contract.ts";

export type HandleProblem = "format" | "length" | "characters";

const PROBLEMS: Record<string, HandleProblem> = {
	"Cash App handle must start with $": "format",
	"Handle must be 1-20 characters after the $": "length",
	"Handle can only contain letters and numbers": "characters",
};

/** Accepts a plain name, or a link to the profile with a missing or encoded $. */
export function pastedHandle(text: string): string | null {
	const [, name] =
		/^\s*(?:(?:https?:\/\/)?cash\.app\/)?(?:\$|%24)?([A-Za-z0-9]{1,20})\/?\s*$/i.exec(text) ?? [];
	return name === undefined ? null : `$${name}`;
}

/** In the schema's own words; null if the handle is valid. */
export function handleProblem(handle: string): { problem: HandleProblem; sentence: string } | null {
	const result = cashAppHandleField.safeParse(handle);
	if (result.success) return null;
	const sentence = result.error.issues[0]?.message ?? "";
	return { problem: PROBLEMS[sentence] ?? "format", sentence };
}
