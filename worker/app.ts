import { Hono } from "hono";
import ipaddr from "ipaddr.js";
import { challenge, hasToken, tokenHashOf } from "./accounts/access-tokens/bearer.ts";
import { countCalls } from "./accounts/access-tokens/count-calls.ts";
import { OAUTH_PATHS } from "./accounts/device-authorization/routes.ts";
import { accounts } from "./accounts/routes.ts";
import { sessionHashOf } from "./accounts/session-cookie.ts";
import { analyticsRoutes } from "./analytics/routes.ts";
import { flushAuditLog } from "./audit-log/seal.ts";
import { bodyLimitOf } from "./body-limits.ts";
import { bundleRoutes } from "./bundles/routes.ts";
import type { AppEnv } from "./context.ts";
import { makeCtx } from "./context.ts";
import { requestLocale } from "./contract/locales.ts";
import { screenAt } from "./contract/screens.ts";
import { customers } from "./customers/routes.ts";
import { dashboard } from "./dashboard/routes.ts";
import { discountRoutes } from "./discounts/routes.ts";
import { downloads } from "./downloads/routes.ts";
import { draftRoutes } from "./drafts/routes.ts";
import { buyerHashOf } from "./entitlements/buyer-cookie.ts";
import { unlockHashesOf } from "./entitlements/unlock-cookie.ts";
import { cachedEntrypoints, forgetPages } from "./entrypoints.ts";
import { handlers } from "./handlers.ts";
import { idempotentPosts } from "./idempotency/idempotent-posts.ts";
import { deepHealthRoute } from "./maintenance/deep-health.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { decisionRoutes } from "./moderation/routes.ts";
import { operatorConsole } from "./operator/routes.ts";
import { deletionRoutes } from "./payments/deletion/routes.ts";
import { invoiceRoutes } from "./payments/invoices/routes.ts";
import { receiptRoutes } from "./payments/receipts/routes.ts";
import { payments } from "./payments/routes.ts";
import { withdrawalRoutes } from "./payments/withdrawal/routes.ts";
import { config } from "./plans/routes.ts";
import { flushCachePurges } from "./platform/cache-purges.ts";
import { refreshSwitches } from "./platform/console-switches.ts";
import { failure } from "./platform/errors.ts";
import { apiHeaders } from "./platform/http/api-headers.ts";
import { routedPath } from "./platform/http/api-version.ts";
import { bookmarksOf, carryBookmarks } from "./platform/http/bookmark-cookies.ts";
import { sameSiteOnly } from "./platform/http/cross-site.ts";
import { edgeCountry } from "./platform/http/edge-country.ts";
import { handleError } from "./platform/http/handle-error.ts";
import { health } from "./platform/http/health.ts";
import { limitBodies } from "./platform/http/limit-bodies.ts";
import { observe } from "./platform/http/observe.ts";
import { visitOf } from "./platform/http/visit.ts";
import { randomId } from "./platform/ids.ts";
import { currentRequestId } from "./platform/request-scope.ts";
import { Bookmarks } from "./platform/storage/bookmarks.ts";
import { previews } from "./previews/routes.ts";
import { shareRoutes } from "./shares/routes.ts";
import { apiDescription } from "./storefront/api-description.ts";
import { serveDocument } from "./storefront/documents.ts";
import { pauseForMaintenance } from "./storefront/maintenance.tsx";
import { storefront } from "./storefront/routes.ts";
import { subscriptionRoutes } from "./subscriptions/routes.ts";
import { support } from "./support/routes.ts";
import { templateRoutes } from "./templates/routes.ts";
import { updates } from "./updates/routes.ts";
import { UNSUBSCRIBE_PATH } from "./updates/unsubscribe-token.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { flushWebhooks } from "./webhooks/deliver.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

const WEBHOOK = "/api/stripe/webhook";
const HEALTH = ["/api/health", "/api/health/deep"];
/** Limited by the size of the upload, whose beginning is counted. */
const PARTS = "/api/uploads/:id/files/:fileId/parts/:n";

/** The visitor's address, which the platform sets; `local` without one. Words that stand for others, such as `internal`, are none. */
const addressOf = (given: string | undefined) =>
	given !== undefined && ipaddr.isValid(given) ? given : "local";

const api = new Hono<AppEnv>({ getPath: routedPath })
	.use(observe((path) => screenAt(path)?.path))
	.use(async (c, next) => {
		await refreshSwitches(c.env, (promise) => c.executionCtx.waitUntil(promise));
		const tokenHash = await tokenHashOf(c);
		c.set(
			"ctx",
			makeCtx(c.env, {
				credentials: {
					...(tokenHash !== null && { tokenHash }),
					sessionHash: tokenHash === null ? await sessionHashOf(c) : null,
					buyerHash: await buyerHashOf(c),
					unlocked: await unlockHashesOf(c),
				},
				locale: requestLocale(c.req.raw.headers),
				country: edgeCountry(c.req.raw),
				visit: visitOf(c.req.raw),
				handlers,
				requestId: currentRequestId() ?? randomId(9),
				bookmarks: new Bookmarks(bookmarksOf(c)),
				address: addressOf(c.req.header("cf-connecting-ip")),
				cached: () => cachedEntrypoints(c.executionCtx),
				waitUntil: (promise) => c.executionCtx.waitUntil(promise),
			}),
		);
		await next();
		if (c.var.ctx.changes.toPurge) forgetPages();
		flushCachePurges(c.var.ctx);
		flushAuditLog(c.var.ctx);
		flushWebhooks(c.var.ctx);
	})
	.use(carryBookmarks)
	.use("/api/*", apiHeaders)
	.use("/api/*", challenge)
	.use(sameSiteOnly([WEBHOOK, UNSUBSCRIBE_PATH, ...OAUTH_PATHS], hasToken))
	.use(pauseForMaintenance([WEBHOOK, ...HEALTH]))
	.use(countCalls([PARTS]))
	.use(limitBodies(bodyLimitOf))
	.use(
		"/api/*",
		idempotentPosts({
			exempt: [WEBHOOK],
			isStreamed: (method, path) => bodyLimitOf(method, path) === null,
		}),
	)
	.route("/", accounts)
	.route("/", config)
	.route("/", downloads)
	.route("/", payments)
	.route("/", receiptRoutes)
	.route("/", invoiceRoutes)
	.route("/", withdrawalRoutes)
	.route("/", deletionRoutes)
	.route("/", discountRoutes)
	.route("/", subscriptionRoutes)
	.route("/", previews)
	.route("/", storefront)
	.route("/", dashboard)
	.route("/", analyticsRoutes)
	.route("/", customers)
	.route("/", shareRoutes)
	.route("/", bundleRoutes)
	.route("/", uploadRoutes)
	.route("/", draftRoutes)
	.route("/", templateRoutes)
	.route("/", support)
	.route("/", updates)
	.route("/", webhookRoutes)
	.route("/", decisionRoutes)
	.route("/", operatorConsole)
	.route("/", apiDescription)
	.route("/", mcpRoutes)
	.route("/", health)
	.route("/", deepHealthRoute)
	.all("/api/*", () => {
		throw failure("not_found");
	})
	.get("*", (c) => serveDocument(c.var.ctx, c.req.raw))
	.all("*", () => {
		throw failure("not_found");
	})
	.onError(handleError);

export type Api = typeof api;
export const app = api;
