import { and, desc, eq, gte, inArray } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { TOKENS } from "../core/token-purposes.ts";
import { isTo } from "../platform/mail/outbox.ts";
import { outbox } from "../platform/tables.ts";
import { tokens } from "../platform/tokens/tables.ts";
import type { Purpose } from "../platform/tokens/tokens.ts";
import { readTokens } from "./access-tokens/own-tokens.ts";
import { presentChange } from "./address-change/pending-change.ts";
import { listApplications } from "./applications/own-applications.ts";
import { listSessions } from "./own-sessions.ts";
import { readPasskeys } from "./passkeys/own-passkeys.ts";
import { devices } from "./tables.ts";

/** No contents, which may include secrets, and no mails to the same address as a buyer's. */
async function exportMails(ctx: CreatorCtx) {
	const rows = await ctx.db
		.select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt })
		.from(outbox)
		.where(
			and(
				isTo(ctx, ctx.user.email),
				eq(outbox.audience, "creator"),
				gte(outbox.createdAt, Date.parse(ctx.user.createdAt)),
			),
		)
		.orderBy(desc(outbox.createdAt));
	return rows.map(({ kind, createdAt, sentAt }) => ({
		kind,
		createdAt: new Date(createdAt).toISOString(),
		sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
	}));
}

async function exportSecurity({ db, user }: CreatorCtx) {
	const purposes = [
		TOKENS.verifyEmail,
		TOKENS.resetPassword,
		TOKENS.changeAddress,
		TOKENS.authorizationCode,
		TOKENS.recoveryCode,
	];
	const [own, browsers] = await db.batch([
		db
			.select()
			.from(tokens)
			.where(
				and(
					eq(tokens.ownerId, user.id),
					inArray(
						tokens.purpose,
						purposes.map(({ name }) => name),
					),
				),
			),
		db
			.select({ firstAt: devices.firstAt, lastAt: devices.lastAt })
			.from(devices)
			.where(eq(devices.userId, user.id)),
	]);
	const rowsOf = (...of: Purpose[]) =>
		own.filter((row) => of.some(({ name }) => name === row.purpose));
	return {
		mailedLinks: rowsOf(TOKENS.verifyEmail, TOKENS.resetPassword).map(
			({ purpose, createdAt, expiresAt }) => ({
				purpose,
				createdAt: new Date(createdAt).toISOString(),
				expiresAt: new Date(expiresAt ?? createdAt).toISOString(),
			}),
		),
		addressChange: [presentChange(rowsOf(TOKENS.changeAddress))].filter(Boolean),
		authorizedApplications: rowsOf(TOKENS.authorizationCode).map(({ payload, createdAt }) => ({
			scopes: TOKENS.authorizationCode.payload.parse(payload).scopes,
			createdAt: new Date(createdAt).toISOString(),
		})),
		recoveryCodesLeft: rowsOf(TOKENS.recoveryCode).filter(({ triesLeft }) => triesLeft !== 0)
			.length,
		devices: browsers.map(({ firstAt, lastAt }) => ({
			firstAt: new Date(firstAt).toISOString(),
			lastAt: new Date(lastAt).toISOString(),
		})),
	};
}

/** Unbounded lists are pages, read while they are written (`jsonPieces`). */
export async function exportAccount(ctx: CreatorCtx): Promise<Record<string, unknown>> {
	const parts = await Promise.all(
		Object.entries(ctx.handlers.accountExport).map(
			async ([name, read]) => [name, await read(ctx, ctx.user.id)] as const,
		),
	);
	const [applications, sessions, passkeys, accessTokens] = await Promise.all([
		listApplications(ctx),
		listSessions(ctx),
		readPasskeys(ctx),
		readTokens(ctx),
	]);
	return {
		exportedAt: new Date(ctx.now()).toISOString(),
		account: ctx.user,
		sessions,
		passkeys,
		accessTokens,
		applications,
		...(await exportSecurity(ctx)),
		mails: await exportMails(ctx),
		...Object.fromEntries(parts),
	};
}
