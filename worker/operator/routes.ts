import { Hono } from "hono";
import * as z from "zod";
import { freshlyConfirmed, type OperatorEnv, operatorOnly } from "../accounts/operator-only.ts";
import { clearSessionCookie } from "../accounts/session-cookie.ts";
import { endCurrentSession } from "../accounts/sessions.ts";
import type { AppEnv } from "../core/context.ts";
import { serveDocument } from "../pages/storefront/documents.ts";
import { ApiError } from "../platform/errors.ts";
import { handleError } from "../platform/http/handle-error.ts";
import { valid } from "../platform/http/validation.ts";
import { providerRefusal } from "../platform/provider-refusal.ts";
import { ACTS } from "./acts.tsx";
import { consolePage } from "./console-page.tsx";
import type { Act } from "./forms.tsx";
import { casePage, casesPage } from "./pages/case-pages.tsx";
import { creatorPage } from "./pages/creator-page.ts";
import { overviewPage } from "./pages/overview-page.tsx";
import { purchasePage } from "./pages/purchase-page.ts";
import { searchPage } from "./pages/search-page.ts";
import { auditLogPage, jobsPage, queuePage, switchesPage } from "./pages/service-pages.tsx";
import { sharePage } from "./pages/share-page.tsx";
import { isRead, refusalPage, wayThrough } from "./refusal.tsx";

const PAGES = {
	"/": overviewPage,
	"/search": searchPage,
	"/cases": casesPage,
	"/cases/:id": casePage,
	"/creators/:id": creatorPage,
	"/shares/:id": sharePage,
	"/purchases/:id": purchasePage,
	"/queue": queuePage,
	"/switches": switchesPage,
	"/jobs": jobsPage,
	"/audit-log": auditLogPage,
} as const;

const idParam = valid("param", z.object({ id: z.string().max(64).default("") }));
const actQuery = valid(
	"query",
	z.object({
		done: z.string().max(200).optional(),
		q: z.string().max(300).default(""),
		state: z.enum(["open", "closed"]).default("open"),
		before: z.coerce.number().int().positive().optional(),
	}),
);

const pages = new Hono<OperatorEnv>();
for (const [path, page] of Object.entries(PAGES))
	pages.get(path, idParam, actQuery, async (c) => {
		const ctx = c.var.operator;
		const { done, ...query } = c.req.valid("query");
		return consolePage(ctx, await page(ctx, { ...c.req.valid("param"), ...query }), done);
	});

const SEE_OTHER = 303;

/** Acts are forms sent by POST, followed by a page with the result. */
const acts = new Hono<OperatorEnv>();
for (const [path, { tone, asks, run }] of Object.entries<Act>(ACTS)) {
	const fields = Object.entries(asks).map(([name, { schema }]) => [name, schema]);
	const form = valid("form", z.object(Object.fromEntries(fields)));
	if (tone === "final") acts.post(path, freshlyConfirmed);
	acts.post(path, idParam, form, async (c) => {
		const result = await run(c.var.operator, c.req.valid("param").id, c.req.valid("form"));
		if (result instanceof Response) return result;
		const [page, done] = result;
		return c.redirect(`/operator${page}?done=${encodeURIComponent(done)}`, SEE_OTHER);
	});
}

export const operatorConsole = new Hono<AppEnv>()
	.use("/operator/*", async (c, next) => {
		await next();
		c.header("Cache-Control", "private, no-store");
	})
	.use("/operator/*", operatorOnly)
	.route("/operator", pages)
	.route("/operator", acts)
	.onError(async (error, c) => {
		const ctx = c.var.ctx;
		const failure = error instanceof ApiError ? error : providerRefusal(error);
		if (!failure || failure.status >= 500) return handleError(error, c);
		// For everyone else the address doesn't exist.
		if (failure.code === "not_found") return serveDocument(ctx, new Request(c.req.raw.url));
		const next = wayThrough(failure.code, c.req.raw);
		if (failure.code === "operator.sign_in_again") {
			// The sign-in screen is only for signed-out users.
			await endCurrentSession(ctx);
			clearSessionCookie(c);
		}
		if (next && isRead(c.req.raw) && failure.code !== "operator.factor_required")
			return c.redirect(next, 302);
		return refusalPage(ctx, failure, next);
	});
