import { lte, sql } from "drizzle-orm";
import { MINUTE_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { mac, macMatches, sha256 } from "../../platform/security/crypto.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { spentChallenges } from "../tables.ts";

export const CHALLENGE_MS = 5 * MINUTE_MS;

/** A challenge is invalid for any other ceremony, session, browser or account. */
export type Ceremony = {
	readonly purpose: "add" | "confirm" | "second-step" | "sign-in";
	/** hash of the session's or the browser's token, or the account's id */
	readonly subject: string;
};

// 18 random bytes, the end in base 36, and a MAC: 76 characters, so whole bytes of base64.
const CHALLENGE = /^([\w-]{24}([0-9a-z]{9}))([\w-]{43})$/;

const textOf = ({ purpose, subject }: Ceremony, head: string) =>
	`passkey-challenge|${purpose}|${subject}|${head}`;

/** Stores nothing, so asking for many is harmless. */
export async function newChallenge(ctx: Ctx, ceremony: Ceremony): Promise<string> {
	const until = (ctx.now() + CHALLENGE_MS).toString(36).padStart(9, "0");
	const head = ctx.id(18) + until;
	return head + (await mac(ctx.config.APP_SECRET, textOf(ceremony, head)));
}

type CheckedChallenge = { readonly isValid: boolean; readonly hash: string };

export async function checkChallenge(
	ctx: Ctx,
	ceremony: Ceremony,
	challenge: string,
): Promise<CheckedChallenge> {
	const [, head = "", until = "", signature = ""] = CHALLENGE.exec(challenge) ?? [];
	const isMade = await macMatches(ctx.config.APP_SECRET, textOf(ceremony, head), signature);
	return {
		isValid: isMade && Number.parseInt(until, 36) > ctx.now(),
		hash: await sha256(challenge),
	};
}

/** Returns no row if the challenge is invalid or was used before. */
export function spendingChallenge(ctx: Ctx, { isValid, hash }: CheckedChallenge) {
	// Once expired, its own timestamp refuses it.
	const row = { challengeHash: hash, expiresAt: ctx.now() + CHALLENGE_MS };
	return insertWhen(ctx.db, spentChallenges, row, isValid ? sql`true` : sql`false`)
		.onConflictDoNothing()
		.returning({ challengeHash: spentChallenges.challengeHash });
}

export async function pruneChallenges(ctx: Ctx): Promise<void> {
	await deleteInSteps(ctx, spentChallenges, lte(spentChallenges.expiresAt, ctx.now()));
}
