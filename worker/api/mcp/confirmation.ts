import type { Ctx } from "../../core/context.ts";
import { SIGNED_TOKENS } from "../../core/token-purposes.ts";
import { checkSignedToken, signToken } from "../../platform/tokens/signed-tokens.ts";
import { ToolError } from "./tool-error.ts";

export type Subject = {
	readonly tool: string;
	/** without the confirmation itself */
	readonly input: object;
	/** a code for another state is refused */
	readonly state: unknown;
};

/** Sorts keys, so that the order of arguments doesn't matter. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === "object" && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

const textOf = ({ credentials }: Ctx, subject: Subject) =>
	`${credentials.tokenHash}|${canonical(subject)}`;

/** Creates a code for one call with the request's token. */
export const newConfirmation = (ctx: Ctx, subject: Subject) =>
	signToken(ctx, SIGNED_TOKENS.toolConfirmation, textOf(ctx, subject));

/** Throws `confirmation.invalid` for another call, token or state, `confirmation.expired`, `confirmation.used`. */
export async function spendConfirmation(ctx: Ctx, subject: Subject, code: string): Promise<void> {
	const purpose = SIGNED_TOKENS.toolConfirmation;
	const { state, spend } = await checkSignedToken(ctx, purpose, textOf(ctx, subject), code);
	if (state === "invalid")
		throw refused(
			"invalid",
			"This confirmation is not for this call, or what it is about has changed since.",
		);
	if (state === "expired") throw refused("expired", "This confirmation is too old.");
	if ((await spend).length === 0) throw refused("used", "This confirmation was used before.");
}

function refused(reason: "invalid" | "expired" | "used", why: string): ToolError {
	return new ToolError({
		code: `confirmation.${reason}`,
		message: `${why} Nothing was done. Call again without a confirmation to see what would happen now.`,
	});
}
