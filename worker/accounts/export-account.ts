import { and, count, desc, eq, gte, inArray } from "drizzle-orm";
import type { CreatorCtx } from "../core/context.ts";
import { CREATOR_KINDS } from "../core/mail-kinds.ts";
import { isTo } from "../platform/mail/outbox.ts";
import { outbox } from "../platform/tables.ts";
import { readTokens } from "./access-tokens/own-tokens.ts";
import { presentChange } from "./address-change/pending-change.ts";
import { listApplications } from "./applications/own-applications.ts";
import { listSessions } from "./own-sessions.ts";
import { readPasskeys } from "./passkeys/own-passkeys.ts";
import {
	addressChanges,
	authorizationCodes,
	devices,
	mailTokens,
	recoveryCodes,
} from "./tables.ts";

/** No contents, which may include secrets, and no mails to the same address as a buyer's. */
async function exportMails(ctx: CreatorCtx) {
	const rows = await ctx.db
		.select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt })
		.from(outbox)
		.where(
			and(
				isTo(ctx, ctx.user.email),
				inArray(outbox.kind, CREATOR_KINDS),
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
	const [links, codes, browsers, changes, agreed] = await db.batch([
		db
			.select({
				purpose: mailTokens.purpose,
				createdAt: mailTokens.createdAt,
				expiresAt: mailTokens.expiresAt,
			})
			.from(mailTokens)
			.where(eq(mailTokens.userId, user.id)),
		db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
		db
			.select({ firstAt: devices.firstAt, lastAt: devices.lastAt })
			.from(devices)
			.where(eq(devices.userId, user.id)),
		db.select().from(addressChanges).where(eq(addressChanges.userId, user.id)),
		db
			.select({ scopes: authorizationCodes.scopes, createdAt: authorizationCodes.createdAt })
			.from(authorizationCodes)
			.where(eq(authorizationCodes.userId, user.id)),
	]);
	return {
		mailedLinks: links.map(({ purpose, createdAt, expiresAt }) => ({
			purpose,
			createdAt: new Date(createdAt).toISOString(),
			expiresAt: new Date(expiresAt).toISOString(),
		})),
		addressChange: changes.map(presentChange),
		authorizedApplications: agreed.map(({ scopes, createdAt }) => ({
			scopes,
			createdAt: new Date(createdAt).toISOString(),
		})),
		recoveryCodesLeft: codes[0]?.left ?? 0,
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
