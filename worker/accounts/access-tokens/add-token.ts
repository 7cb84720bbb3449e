import { and, count, eq, isNull, sql } from "drizzle-orm";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { requireHolds } from "../../platform/storage/ending-batch.ts";
import { securityMail } from "../mails.ts";
import { cleanName } from "../names.ts";
import { accessTokens } from "../tables.ts";
import { MAX_TOKENS, type Scope } from "./contract.ts";
import { newTokenText } from "./token-text.ts";

export type TokenRow = typeof accessTokens.$inferSelect;

const ENDING_LENGTH = 4;

export async function newTokenSecret() {
	const token = newTokenText();
	return { token, tokenHash: await sha256(token), ending: token.slice(-ENDING_LENGTH) };
}

type NewToken = {
	userId: string;
	name: string;
	scopes: Scope[];
	/** ms */
	expiresAt: number | null;
	/** omitted for a creator's own token */
	of?: { id: string; applicationId: string | null };
};

/** The row has only the token's hash. */
export async function newToken(
	ctx: Ctx,
	{ name, of = { id: ctx.id(), applicationId: null }, ...fields }: NewToken,
): Promise<{ token: string; row: TokenRow }> {
	const { token, ...secret } = await newTokenSecret();
	const row = {
		...of,
		...fields,
		...secret,
		createdAt: ctx.now(),
		name: cleanName(name) ?? "Token",
		lastUsedAt: null,
		windowAt: 0,
		calls: 0,
	};
	return { token, row };
}

/** True unless an application got the token. */
export const isOwnToken = isNull(accessTokens.applicationId);

const countOwn = (ctx: Ctx, userId: string) =>
	ctx.db
		.select({ n: count() })
		.from(accessTokens)
		.where(and(eq(accessTokens.userId, userId), isOwnToken));

export async function requireRoom(ctx: CreatorCtx): Promise<void> {
	const [own] = await countOwn(ctx, ctx.user.id);
	if ((own?.n ?? 0) >= MAX_TOKENS) throw failure("access_token.too_many");
}

/** Logs and mails it, too. Ends the batch with `access_token.too_many` if a creator's own token has no room. */
export function addToken(
	ctx: Ctx,
	holder: Omit<Parameters<typeof securityMail>[1], "change">,
	row: TokenRow,
) {
	const { applicationId } = row;
	const details = { subject: row.name, scopes: row.scopes };
	const [act, change] =
		applicationId === null
			? (["access_token.added", "tokenAdded"] as const)
			: (["application.connected", "applicationConnected"] as const);
	const hasRoom = sql`(${countOwn(ctx, row.userId)}) < ${MAX_TOKENS}`;
	return {
		room: applicationId === null ? requireHolds(ctx, hasRoom, "access_token.too_many") : null,
		act: recordOwnAct(ctx, row.userId, { act, subjectId: applicationId ?? row.id, details }),
		mail: queueMail(ctx, securityMail(ctx, { ...holder, change })),
		added: ctx.db.insert(accessTokens).values(row),
	};
}
