import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../core/context.ts";
import { users } from "../core/tables.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { mac, sha256 } from "../platform/security/crypto.ts";
import { tokens } from "../platform/tokens/tables.ts";
import { deleteTokens, findToken, issueToken } from "../platform/tokens/tokens.ts";
import { passkeys } from "./tables.ts";

const RECOVERY_CODES = 8;
// 32 characters without lookalikes, so 5 bits each.
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/** 50 bits, such as `k3m9x-7pq2d`. */
function newRecoveryCode(): string {
	const symbols = [...crypto.getRandomValues(new Uint8Array(10))].map(
		(byte) => ALPHABET[byte % 32],
	);
	return `${symbols.slice(0, 5).join("")}-${symbols.slice(5).join("")}`;
}

/** Ignores spaces, dashes and case. Keyed, since a code could be guessed from a plain hash. */
function signed(ctx: Ctx, userId: string, code: string): Promise<string> {
	const plain = code.toLowerCase().replace(/[^a-z0-9]/g, "");
	return mac(ctx.config.APP_SECRET, `recovery-code|${userId}|${plain}`);
}

export const hasPasskeys = (userId: string): SQL =>
	sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${userId})`;

export const hasApp = (userId: string): SQL =>
	sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.totpConfirmedAt} is not null)`;

/** `issuing` stores the codes if a condition holds, and returns rows then. */
export async function newRecoveryCodes(ctx: Ctx, userId: string) {
	const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
	const hashes = await Promise.all(
		codes.map(async (code) => sha256(await signed(ctx, userId, code))),
	);
	const issuing = (condition: SQL) =>
		issueToken(
			ctx,
			TOKENS.recoveryCode,
			{ hash: sql`value`, subject: userId, ownerId: userId },
			condition,
			sql`json_each(${JSON.stringify(hashes)})`,
		);
	return { codes, issuing };
}

/** Only without a second factor. */
export function deleteUnusedCodes(ctx: Ctx, userId: string) {
	const isUnused = sql`not ${hasPasskeys(userId)} and not ${hasApp(userId)}`;
	return deleteTokens(ctx, [TOKENS.recoveryCode], and(eq(tokens.ownerId, userId), isUnused));
}

/** Returns false for a code that is wrong or was used before. */
export async function spendRecoveryCode(ctx: Ctx, userId: string, code: string) {
	const { spend } = await findToken(ctx, TOKENS.recoveryCode, await signed(ctx, userId, code));
	return (await spend).length > 0;
}
