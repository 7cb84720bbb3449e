import { sql } from "drizzle-orm";
import type { PlatformCtx } from "../context.ts";
import { mac, macMatches, sha256 } from "../security/crypto.ts";
import { insertWhen } from "../storage/insert-when.ts";
import { tokens } from "./tables.ts";

/** The purpose of a signed token. */
export type SignedPurpose = { readonly name: string; readonly lifeMs: number };

// 18 random bytes, the end in base 36, and a MAC: 76 characters, so whole bytes of base64.
const SIGNED = /^([\w-]{24}([0-9a-z]{9}))([\w-]{43})$/;

const textOf = ({ name }: SignedPurpose, subject: string, head: string) =>
	`${name}|${subject}|${head}`;

/** Returns a token that is valid for this purpose and subject. Stores nothing, so asking for many is harmless. */
export async function signToken(
	ctx: PlatformCtx,
	purpose: SignedPurpose,
	subject: string,
): Promise<{ text: string; expiresAt: number }> {
	const expiresAt = ctx.now() + purpose.lifeMs;
	const head = ctx.id(18) + expiresAt.toString(36).padStart(9, "0");
	const text = head + (await mac(ctx.config.APP_SECRET, textOf(purpose, subject, head)));
	return { text, expiresAt };
}

/** `spend` stores the hash of a valid token until its end, and returns no row for one that was spent before. */
export async function checkSignedToken(
	ctx: PlatformCtx,
	purpose: SignedPurpose,
	subject: string,
	text: string,
) {
	const [, head = "", end = "", signature = ""] = SIGNED.exec(text) ?? [];
	const isOurs = await macMatches(ctx.config.APP_SECRET, textOf(purpose, subject, head), signature);
	const expiresAt = Number.parseInt(end, 36);
	const state = !isOurs ? "invalid" : expiresAt > ctx.now() ? "valid" : "expired";
	const row = {
		hash: await sha256(text),
		purpose: purpose.name,
		triesLeft: 0,
		createdAt: ctx.now(),
		expiresAt: isOurs ? expiresAt : 0,
	};
	const spend = insertWhen(ctx.db, tokens, row, state === "valid" ? sql`true` : sql`false`)
		.onConflictDoNothing()
		.returning({ hash: tokens.hash });
	return { state, spend } as const;
}
