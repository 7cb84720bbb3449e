import { and, desc, eq, ne, notInArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Context } from "hono";
import { DAY_MS, RETENTION } from "../../contract/retention.ts";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { Ctx } from "../../core/context.ts";
import type { users } from "../../core/tables.ts";
import { privateCookies, setTokenCookie } from "../../platform/http/cookies.ts";
import { randomId } from "../../platform/ids.ts";
import { queueMailWhen } from "../../platform/mail/mail.ts";
import { mac, sha256 } from "../../platform/security/crypto.ts";
import { newDeviceMail } from "../mails.ts";
import { devices } from "../tables.ts";

export const MAX_DEVICES = 50;

export type Browser = {
	readonly userAgent: string | null;
	/** two letters, as reported by the edge */
	readonly country: string | null;
	/** of the token in its cookie */
	readonly deviceHash: string | null;
};

const deviceKey = (ctx: Ctx, userId: string, deviceHash: string) =>
	mac(ctx.config.APP_SECRET, `device|${userId}|${deviceHash}`);

export async function rememberingDevice(
	ctx: Ctx,
	userId: string,
	{ deviceHash }: Browser,
): Promise<BatchItem<"sqlite">[]> {
	if (deviceHash === null) return [];
	const now = ctx.now();
	const latest = ctx.db
		.select({ tokenHash: devices.tokenHash })
		.from(devices)
		.where(eq(devices.userId, userId))
		.orderBy(desc(devices.lastAt))
		.limit(MAX_DEVICES);
	const tokenHash = await deviceKey(ctx, userId, deviceHash);
	return [
		ctx.db
			.insert(devices)
			.values({ userId, tokenHash, firstAt: now, lastAt: now })
			.onConflictDoUpdate({
				target: [devices.userId, devices.tokenHash],
				set: { lastAt: now },
			}),
		ctx.db
			.delete(devices)
			.where(and(eq(devices.userId, userId), notInArray(devices.tokenHash, latest))),
	];
}

/** Mails only a confirmed address. Must precede the statements that remember the browser. */
export async function announcingDevice(
	ctx: Ctx,
	user: typeof users.$inferSelect,
	browser: Browser,
) {
	const tokenHash = browser.deviceHash && (await deviceKey(ctx, user.id, browser.deviceHash));
	const known = and(eq(devices.userId, user.id), eq(devices.tokenHash, tokenHash ?? ""));
	const isNew = sql`not exists (select 1 from ${devices} where ${known})`;
	const mail = newDeviceMail(ctx, { ...user, ...browser });
	return {
		mail: user.emailVerifiedAt === null ? null : queueMailWhen(ctx, mail, isNew),
		act: recordOwnAct(ctx, user.id, { act: "session.new_device" }, isNew),
	};
}

/** A new password forgets other browsers, so that their next sign-in is announced. */
export async function isOtherDevice(ctx: Ctx, userId: string, deviceHash: string | null) {
	const knownKey = deviceHash && (await deviceKey(ctx, userId, deviceHash));
	return and(eq(devices.userId, userId), ne(devices.tokenHash, knownKey ?? ""));
}

const DEVICE = "device";
const MAX_AGE_S = (RETENTION.deviceDays * DAY_MS) / 1000;

/** Survives signing out. */
function deviceToken(c: Context): string | null {
	const [, token] = privateCookies(c, DEVICE).find(([name]) => name === DEVICE) ?? [];
	return token && /^[\w-]{43}$/.test(token) ? token : null;
}

export async function deviceHashOf(c: Context): Promise<string | null> {
	const token = deviceToken(c);
	return token && sha256(token);
}

/** By a random cookie, which `remember` renews for a year. */
export async function browserOf(c: Context) {
	const token = deviceToken(c) ?? randomId(32);
	const country = c.req.raw.cf?.country;
	const browser: Browser = {
		userAgent: c.req.header("user-agent") ?? null,
		country: typeof country === "string" ? country : null,
		deviceHash: await sha256(token),
	};
	return { browser, remember: () => setTokenCookie(c, DEVICE, token, MAX_AGE_S) };
}
