import { Hono, type HonoRequest } from "hono";
import ipaddr from "ipaddr.js";
import { countCalls } from "./accounts/access-tokens/admit-token.ts";
import { challenge, hasToken, tokenHashOf } from "./accounts/access-tokens/bearer.ts";
import { OAUTH_PATHS } from "./accounts/applications/metadata.ts";
import { config } from "./accounts/plans/routes.ts";
import { accounts } from "./accounts/routes.ts";
import { sessionHashOf } from "./accounts/session-cookie.ts";
import { idempotentPosts } from "./api/idempotency/idempotent-posts.ts";
import { mcpRoutes } from "./api/mcp/routes.ts";
import { flushWebhooks } from "./api/webhooks/deliver.ts";
import { webhookRoutes } from "./api/webhooks/routes.ts";
import { bundleRoutes } from "./catalogue/bundles/routes.ts";
import { discountRoutes } from "./catalogue/discounts/routes.ts";
import { draftRoutes } from "./catalogue/drafts/routes.ts";
import { shareRoutes } from "./catalogue/shares/routes.ts";
import { requestLocale } from "./contract/locales.ts";
import { screenAt } from "./contract/screens.ts";
import { flushAuditLog } from "./core/audit-log/seal.ts";
import { bodyLimitOf, readsBody } from "./core/body-limits.ts";
import { type AppEnv, makeCtx } from "./core/context.ts";
import { choosingRoutes } from "./customers/choosing/routes.ts";
import { deletionRoutes } from "./customers/deletion/routes.ts";
import { invoiceRoutes } from "./customers/invoices/routes.ts";
import { receiptRoutes } from "./customers/receipts/routes.ts";
import { customers } from "./customers/routes.ts";
import { ALERT_PATH } from "./customers/sale-alerts/mails.ts";
import { saleAlertRoutes } from "./customers/sale-alerts/routes.ts";
import { updates } from "./customers/updates/routes.ts";
import { UNSUBSCRIBE_PATH } from "./customers/updates/unsubscribe-token.ts";
import { withdrawalRoutes } from "./customers/withdrawal/routes.ts";
import { cachedEntrypoints, forgetPages } from "./entrypoints.ts";
import { downloads } from "./files/downloads/routes.ts";
import { previews } from "./files/previews/routes.ts";
import { uploadRoutes } from "./files/uploads/routes.ts";
import { handlers } from "./handlers.ts";
import { deepHealthRoute } from "./maintenance/deep-health.ts";
import { operatorConsole } from "./operator/routes.ts";
import { analyticsRoutes } from "./pages/analytics/routes.ts";
import { dashboard } from "./pages/dashboard/routes.ts";
import { apiDescription } from "./pages/storefront/api-description.ts";
import { serveDocument } from "./pages/storefront/documents.ts";
import { pauseForMaintenance } from "./pages/storefront/maintenance.tsx";
import { storefront } from "./pages/storefront/routes.ts";
import { tidyAddresses } from "./pages/storefront/tidy-address.ts";
import { payments } from "./payments/routes.ts";
import { subscriptionRoutes } from "./payments/subscriptions/routes.ts";
import { refreshSwitches } from "./platform/console-switches.ts";
import { failure } from "./platform/errors.ts";
import { apiHeaders } from "./platform/http/api-headers.ts";
import { routedPath } from "./platform/http/api-version.ts";
import { bookmarksOf, carryBookmarks } from "./platform/http/bookmark-cookies.ts";
import { conditionalGets } from "./platform/http/conditional-gets.ts";
import { sameSiteOnly } from "./platform/http/cross-site.ts";
import { edgeCountry } from "./platform/http/edge-country.ts";
import { handleError } from "./platform/http/handle-error.ts";
import { health } from "./platform/http/health.ts";
import { limitBodies } from "./platform/http/limit-bodies.ts";
import { observe } from "./platform/http/observe.ts";
import { refuseUnknown } from "./platform/http/refuse-unknown.ts";
import { visitOf } from "./platform/http/visit.ts";
import { randomId } from "./platform/ids.ts";
import { flushCachePurges } from "./platform/queue/cache-purges.ts";
import { currentRequestId } from "./platform/request-scope.ts";
import { Bookmarks } from "./platform/storage/bookmarks.ts";
import { buyerHashOf } from "./purchases/entitlements/buyer-cookie.ts";
import { unlockHashesOf } from "./purchases/entitlements/unlock-cookie.ts";
import { decisionRoutes } from "./trust/moderation/routes.ts";
import { support } from "./trust/support/routes.ts";

const WEBHOOK = "/api/stripe/webhook";
const HEALTH = ["/api/health", "/api/health/deep"];
/** The upload's size limits them. */
const PARTS = "/api/uploads/:id/files/:fileId/parts/:n";

/** Words such as `internal` name other callers. */
const addressOf = (given: string | undefined) =>
	given !== undefined && ipaddr.isValid(given) ? given : "local";

const api = new Hono<AppEnv>({ getPath: routedPath })
	.use(observe((path) => screenAt(path)?.path))
	.use(conditionalGets)
	.use(tidyAddresses)
	.use(challenge)
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
	.use(sameSiteOnly([WEBHOOK, UNSUBSCRIBE_PATH, ALERT_PATH, ...OAUTH_PATHS], hasToken))
	.use(pauseForMaintenance([WEBHOOK, ...HEALTH]))
	.use(countCalls([PARTS]))
	.use(limitBodies(bodyLimitOf))
	.use("/api/*", refuseUnknown(readsBody))
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
	.route("/", support)
	.route("/", updates)
	.route("/", choosingRoutes)
	.route("/", saleAlertRoutes)
	.route("/", webhookRoutes)
	.route("/", decisionRoutes)
	.route("/", operatorConsole)
	.route("/", apiDescription)
	.route("/", mcpRoutes)
	.route("/", health)
	.route("/", deepHealthRoute)
	.use(async ({ req }, next) => {
		const allowed = methodsOf(req.path);
		if (allowed.length > 0 && !allowed.includes(req.method) && !isNavigation(req))
			throw failure("request.method_not_allowed", { headers: { Allow: allowed.join(", ") } });
		await next();
	})
	.all("/api/*", () => {
		throw failure("not_found");
	})
	.get("*", (c) => serveDocument(c.var.ctx, c.req.raw))
	.all("*", () => {
		throw failure("not_found");
	})
	.onError(async (error, c) => {
		const refusal = await handleError(error, c);
		const { ctx } = c.var;
		return refusal.status === 404 && ctx && isNavigation(c.req)
			? serveDocument(ctx, c.req.raw)
			: refusal;
	});

/** Browsers that open an address outside the API, such as a submitted form's, get a page. */
const isNavigation = ({ method, path, raw }: HonoRequest) =>
	method === "GET" &&
	!path.startsWith("/api/") &&
	(raw.headers.get("sec-fetch-mode") === "navigate" ||
		/\btext\/html\b/.test(raw.headers.get("accept") ?? ""));

/** HEAD is answered wherever GET is. */
function methodsOf(path: string): string[] {
	const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) =>
		api.router.match(method, path)[0].some(([[, route]]) => !route.path.includes("*")),
	);
	return methods.includes("GET") ? ["HEAD", ...methods] : methods;
}

export type Api = typeof api;
export const app = api;
