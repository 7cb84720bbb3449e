import { spentChallenges } from "../../accounts/tables.ts";
import { MINUTE_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { mac, macMatches, sha256 } from "../../platform/security/crypto.ts";
import { ToolError } from "./tool-error.ts";

const CONFIRMATION_MS = 10 * MINUTE_MS;

export type Subject = {
	readonly tool: string;
	/** without the confirmation itself */
	readonly input: object;
	/** a code for another state is refused */
	readonly state: unknown;
};

// 9 random bytes, the end in base 36, and a MAC.
const CODE = /^([\w-]{12}([0-9a-z]{9}))([\w-]{43})$/;

/** Sorts keys, so that the order of arguments doesn't matter. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === "object" && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

const textOf = ({ credentials }: Ctx, subject: Subject, head: string) =>
	`tool-confirmation|${credentials.tokenHash}|${canonical(subject)}|${head}`;

/** Creates a code for one call with the request's token. Nothing is stored. */
export async function newConfirmation(
	ctx: Ctx,
	subject: Subject,
): Promise<{ code: string; until: number }> {
	const until = ctx.now() + CONFIRMATION_MS;
	const head = ctx.id(9) + until.toString(36).padStart(9, "0");
	const signature = await mac(ctx.config.APP_SECRET, textOf(ctx, subject, head));
	return { code: head + signature, until };
}

/** Throws `confirmation.invalid` for another call, token or state, `confirmation.expired`, `confirmation.used`. */
export async function spendConfirmation(ctx: Ctx, subject: Subject, code: string): Promise<void> {
	const [, head = "", until = "", signature = ""] = CODE.exec(code) ?? [];
	if (!(await macMatches(ctx.config.APP_SECRET, textOf(ctx, subject, head), signature)))
		throw refused(
			"invalid",
			"This confirmation is not for this call, or what it is about has changed since.",
		);
	const expiresAt = Number.parseInt(until, 36);
	if (expiresAt <= ctx.now()) throw refused("expired", "This confirmation is too old.");
	const spent = await ctx.db
		.insert(spentChallenges)
		.values({ challengeHash: await sha256(code), expiresAt })
		.onConflictDoNothing()
		.returning({ hash: spentChallenges.challengeHash });
	if (spent.length === 0) throw refused("used", "This confirmation was used before.");
}

function refused(reason: "invalid" | "expired" | "used", why: string): ToolError {
	return new ToolError({
		code: `confirmation.${reason}`,
		message: `${why} Nothing was done. Call again without a confirmation to see what would happen now.`,
	});
}
