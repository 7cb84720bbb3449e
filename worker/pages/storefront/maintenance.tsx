import { createMiddleware } from "hono/factory";
import { VARY_LOCALE } from "../../contract/locales.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { isPaused, pausedFailure, RETRY_AFTER_S } from "../../core/switches.ts";
import { plainPage } from "../../platform/http/plain-page.tsx";
import { servedFile } from "./documents.ts";

/** Needs no storage. */
async function maintenancePage(ctx: Ctx, request: Request): Promise<Response> {
	const texts = pageTexts(ctx.locale).maintenance;
	const { pathname, search } = new URL(request.url);
	const page = await plainPage(
		{ title: texts.title, appName: ctx.config.APP_NAME, lang: ctx.locale },
		<>
			<p class="muted">{ctx.config.APP_NAME}</p>
			<h1>{texts.title}</h1>
			<p>{texts.lead}</p>
			<p>{texts.kept}</p>
			<p>
				<a href={`${pathname}${search}`}>{texts.again}</a>
			</p>
		</>,
		503,
	);
	page.headers.set("Retry-After", String(RETRY_AFTER_S));
	page.headers.set("Vary", VARY_LOCALE);
	return page;
}

/** Paths that the operator needs to sign in and end maintenance. */
const CONSOLE =
	/^\/(?:operator|auth|settings)(?:\/|$)|^\/api\/(?:config|user|logout|login(?:\/passkey(?:\/begin)?)?|session\/confirm(?:\/passkey)?)$/;

/** Open tabs still get built files, and the console's paths work unless the `MAINTENANCE` variable is set. */
export const pauseForMaintenance = (exempt: readonly string[]) =>
	createMiddleware<AppEnv>(async (c, next) => {
		const { ctx } = c.var;
		if (!isPaused(ctx, "maintenance") || exempt.includes(c.req.path)) return next();
		if (!ctx.config.MAINTENANCE && CONSOLE.test(c.req.path)) return next();
		const isRead = c.req.method === "GET" || c.req.method === "HEAD";
		if (c.req.path.startsWith("/api/") || !isRead) throw pausedFailure("maintenance");
		return (await servedFile(ctx, c.req.raw)) ?? maintenancePage(ctx, c.req.raw);
	});
