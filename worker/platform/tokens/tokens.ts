import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { PlatformCtx } from "../context.ts";
import { sha256 } from "../security/crypto.ts";
import { insertWhen } from "../storage/insert-when.ts";
import { tokens } from "./tables.ts";

/** A token's purpose; it is invalid for any other. */
export type Purpose<Payload = unknown> = {
	readonly name: string;
	/** null: until it is spent or deleted */
	readonly lifeMs: number | null;
	/** uses, wrong guesses included; null for any number */
	readonly tries: number | null;
	readonly payload: z.ZodType<Payload>;
};

type Stored<Payload> = {
	hash: string | SQL;
	subject: string | SQL;
	ownerId?: string | SQL | null;
	tries?: number;
} & ([Payload] extends [null] ? { payload?: null } : { payload: Payload | SQL });

/** Returns a token for a link, and its stored form. */
export async function newToken(ctx: PlatformCtx): Promise<{ text: string; hash: string }> {
	const text = ctx.id(32);
	return { text, hash: await sha256(text) };
}

/**
 * Issues a token if `condition` holds at that point of the batch, or one for each row of `source` (the text after
 * `from`). An existing token stays as it is.
 */
export function issueToken<Payload>(
	ctx: PlatformCtx,
	{ name, lifeMs, tries }: Purpose<Payload>,
	{ hash, subject, ownerId = null, payload = null }: Stored<Payload>,
	condition: SQL = sql`true`,
	source?: SQL,
) {
	const row = {
		hash,
		purpose: name,
		subject,
		ownerId,
		payload,
		triesLeft: tries,
		createdAt: ctx.now(),
		expiresAt: lifeMs === null ? null : ctx.now() + lifeMs,
	};
	return insertWhen(ctx.db, tokens, row, condition, source)
		.onConflictDoNothing()
		.returning({ hash: tokens.hash });
}

/** True for tokens of a purpose that are neither spent nor expired. */
export const isOpenToken = (ctx: PlatformCtx, { name }: Purpose): SQL =>
	sql`(${tokens.purpose} = ${name} and coalesce(${tokens.triesLeft}, 1) > 0
		and coalesce(${tokens.expiresAt} > ${ctx.now()}, 1))`;

/** Spends the open tokens that `where` selects, and returns them: of two concurrent uses only one finds a token. */
export const spendTokens = (ctx: PlatformCtx, where: SQL | undefined) =>
	ctx.db
		.update(tokens)
		.set({ triesLeft: 0, expiresAt: sql`coalesce(${tokens.expiresAt}, ${ctx.now()})` })
		.where(where)
		.returning();

/** Conditions and statements about one token. A batch that needs it open begins with `requireRow`. */
export async function findToken(ctx: PlatformCtx, purpose: Purpose, text: string) {
	const hash = await sha256(text);
	const known = and(eq(tokens.hash, hash), eq(tokens.purpose, purpose.name));
	const open = and(eq(tokens.hash, hash), isOpenToken(ctx, purpose));
	return {
		/** in any state */
		known,
		open,
		/** of the open token; must precede `spend` */
		subject: ctx.db.select({ subject: tokens.subject }).from(tokens).where(open),
		spend: spendTokens(ctx, open),
	};
}

/** Spends the open token of `subject` if `text` is right; otherwise the guess counts. */
export async function guessToken(
	ctx: PlatformCtx,
	purpose: Purpose,
	{ subject, text }: { subject: string; text: string },
): Promise<boolean> {
	const { open } = await findToken(ctx, purpose, text);
	const [spent] = await ctx.db.batch([
		spendTokens(ctx, and(open, eq(tokens.subject, subject))),
		ctx.db
			.update(tokens)
			.set({ triesLeft: sql`${tokens.triesLeft} - 1` })
			.where(and(isOpenToken(ctx, purpose), eq(tokens.subject, subject))),
	]);
	return spent.length > 0;
}

/** Deletes tokens of these purposes. */
export const deleteTokens = (
	ctx: PlatformCtx,
	purposes: readonly Purpose[],
	where: SQL | undefined,
) =>
	ctx.db.delete(tokens).where(
		and(
			inArray(
				tokens.purpose,
				purposes.map(({ name }) => name),
			),
			where,
		),
	);
