import type { Context } from "hono";
import { paths } from "../../contract/paths.ts";
import type { AppEnv } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { ApiError, failure } from "../../platform/errors.ts";
import { addUnlockToken } from "../../purchases/entitlements/unlock-cookie.ts";
import { closedSharePage } from "./closed-share.tsx";
import { unlockShare } from "./unlock-share.ts";

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
