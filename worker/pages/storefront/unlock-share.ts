import { and, eq } from "drizzle-orm";
import type { Context } from "hono";
import { takenDown } from "../../catalogue/shares/fetch-own-share.ts";
import { unlockToken } from "../../catalogue/shares/share-password.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { paths } from "../../contract/paths.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import {
	countingAttempt,
	keyedLimits,
	refundingAttempt,
	requireCounted,
	resettingAttempts,
} from "../../platform/security/attempts.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { verifyPassword } from "../../platform/security/passwords.ts";
import { addUnlockToken } from "../../purchases/entitlements/unlock-cookie.ts";
import { closedSharePage } from "./closed-share.tsx";

/** The share's own limit never waits longer than a minute, so that nobody can lock its visitors out. */
function unlockLimits({ config, address }: Ctx, slug: string) {
	return {
		own: networkLimits(address, { name: "unlock-here", ...config.LIMIT_UNLOCK_HERE }, slug),
		shared: [
			...networkLimits(address, { name: "unlock-network", ...config.LIMIT_UNLOCK_NETWORK }),
			{ name: "unlock-share", of: slug, ...config.LIMIT_UNLOCK_SHARE },
		],
	};
}

/** Returns a token for this browser; null if the share has no password. */
export async function unlockShare(
	ctx: Ctx,
	{ slug, password }: { slug: string; password: string },
): Promise<string | null> {
	const unkeyed = unlockLimits(ctx, slug);
	const own = await keyedLimits(ctx, unkeyed.own);
	const shared = await keyedLimits(ctx, unkeyed.shared);
	const limits = [...own, ...shared];
	const [counted, [row]] = await ctx.db.batch([
		countingAttempt(ctx, limits),
		ctx.db.select().from(shares).where(eq(shares.slug, slug)),
	]);
	await requireCounted(ctx, limits, counted);
	if (!row || row.status === "deleted") throw failure("share.not_found");
	if (row.status === "taken_down") throw takenDown(row);
	const { id, passwordHash } = row;
	if (passwordHash !== null && !(await verifyPassword(passwordHash, password)).matches)
		throw failure("share.locked", { reason: "share.password_wrong" });
	const token = passwordHash === null ? null : await unlockToken(ctx, row);
	const unlockHash = token === null ? null : await sha256(token);
	await ctx.db.batch([
		resettingAttempts(ctx, own),
		refundingAttempt(ctx, shared),
		// `APP_SECRET` has changed since.
		...(passwordHash !== null && unlockHash !== row.unlockHash
			? [
					ctx.db
						.update(shares)
						.set({ unlockHash })
						.where(and(eq(shares.id, id), eq(shares.passwordHash, passwordHash))),
				]
			: []),
	]);
	return token;
}

/** Redirects to the share, or shows the form again for a wrong password and while the caller has to wait. */
export async function unlockByForm(
	c: Context<AppEnv>,
	slug: string,
	password: string,
): Promise<Response> {
	const { ctx } = c.var;
	const { locked } = pageTexts(ctx.locale).closedShare;
	try {
		const token = await unlockShare(ctx, { slug, password });
		if (token) addUnlockToken(c, token);
	} catch (error) {
		if (!(error instanceof ApiError) || error.status >= 500) throw error;
		if (error.code !== "share.locked" && error.code !== "rate.limited")
			return c.redirect(paths.share(encodeURIComponent(slug)), 303);
		const isWaiting = error.code === "rate.limited";
		const fault = isWaiting
			? locked.wait({ seconds: Number(error.headers["Retry-After"]) })
			: locked.wrong;
		const page = await closedSharePage(ctx, slug, failure("share.locked"), {
			fault,
			status: error.status,
		});
		for (const [name, value] of Object.entries(error.headers)) page.headers.set(name, value);
		return page;
	}
	return c.redirect(paths.share(encodeURIComponent(slug)), 303);
}
