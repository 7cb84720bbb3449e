import { count, eq, type SQL, sql } from "drizzle-orm";
import { MAX_TOKENS, type Scope } from "../../contract/accounts/access-tokens.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { Ctx } from "../../core/context.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { securityMail } from "../mails.ts";
import { cleanName } from "../names.ts";
import { accessTokens } from "../tables.ts";
import { newTokenText } from "./token-text.ts";

export type TokenRow = typeof accessTokens.$inferSelect;

const ENDING_LENGTH = 4;

/** Returns a new token and its row, which has only the token's hash; `expiresAt` in ms, null for no end. */
export async function newToken(
	ctx: Ctx,
	{ name, ...fields }: { userId: string; name: string; scopes: Scope[]; expiresAt: number | null },
): Promise<{ token: string; row: TokenRow }> {
	const token = newTokenText();
	const row = {
		id: ctx.id(),
		createdAt: ctx.now(),
		...fields,
		name: cleanName(name) ?? "Token",
		tokenHash: await sha256(token),
		ending: token.slice(-ENDING_LENGTH),
		lastUsedAt: null,
		windowAt: 0,
		calls: 0,
	};
	return { token, row };
}

/**
 * Returns the statements that add a token where the account has room for it and `condition` holds: the log's
 * entry, the mail to `holder`, then the token, which returns its id.
 */
export function addingToken(
	ctx: Ctx,
	holder: Parameters<typeof securityMail>[1],
	row: TokenRow,
	condition: SQL = sql`true`,
) {
	const has = ctx.db
		.select({ n: count() })
		.from(accessTokens)
		.where(eq(accessTokens.userId, row.userId));
	const fits = sql`(${has}) < ${MAX_TOKENS} and ${condition}`;
	const details = { subject: row.name, scopes: row.scopes };
	const act = { act: "access_token.added", subjectId: row.id, details } as const;
	return [
		recordOwnAct(ctx, row.userId, act, fits),
		queueMailWhen(ctx, securityMail(ctx, holder, "tokenAdded"), fits),
		insertWhen(ctx.db, accessTokens, row, fits).returning({ id: accessTokens.id }),
	] as const;
}
