import { accessTokenDocs } from "./accounts/access-tokens/routes.docs.ts";
import { addressChangeDocs } from "./accounts/address-change/routes.docs.ts";
import { applicationDocs } from "./accounts/applications/routes.docs.ts";
import { ownAccountDocs } from "./accounts/own-account-routes.docs.ts";
import { passkeyDocs } from "./accounts/passkeys/routes.docs.ts";
import { planDocs } from "./accounts/plans/routes.docs.ts";
import { accountDocs } from "./accounts/routes.docs.ts";
import { mcpDocs } from "./api/mcp/routes.docs.ts";
import { webhookDocs } from "./api/webhooks/routes.docs.ts";
import { bundleDocs } from "./catalogue/bundles/routes.docs.ts";
import { discountDocs } from "./catalogue/discounts/routes.docs.ts";
import { draftDocs } from "./catalogue/drafts/routes.docs.ts";
import { shareDocs } from "./catalogue/shares/routes.docs.ts";
import { choosingDocs } from "./customers/choosing/routes.docs.ts";
import { deletionDocs } from "./customers/deletion/routes.docs.ts";
import { invoiceDocs } from "./customers/invoices/routes.docs.ts";
import { receiptDocs } from "./customers/receipts/routes.docs.ts";
import { customerDocs } from "./customers/routes.docs.ts";
import { saleAlertDocs } from "./customers/sale-alerts/routes.docs.ts";
import { updateDocs } from "./customers/updates/routes.docs.ts";
import { withdrawalDocs } from "./customers/withdrawal/routes.docs.ts";
import { downloadDocs } from "./files/downloads/routes.docs.ts";
import { previewDocs } from "./files/previews/routes.docs.ts";
import { uploadDocs } from "./files/uploads/routes.docs.ts";
import { deepHealthDocs } from "./maintenance/deep-health.docs.ts";
import { operatorDocs } from "./operator/routes.docs.ts";
import { analyticsDocs } from "./pages/analytics/routes.docs.ts";
import { dashboardDocs } from "./pages/dashboard/routes.docs.ts";
import { apiDescriptionDocs } from "./pages/storefront/api-description.docs.ts";
import { creatorPageDocs } from "./pages/storefront/creators/routes.docs.ts";
import { embedDocs } from "./pages/storefront/embed/routes.docs.ts";
import { storefrontDocs } from "./pages/storefront/routes.docs.ts";
import { sitemapDocs } from "./pages/storefront/sitemap/routes.docs.ts";
import { buyerDocs } from "./payments/buyer-routes.docs.ts";
import { sellerDocs } from "./payments/creator-routes.docs.ts";
import { providerDocs } from "./payments/routes.docs.ts";
import { subscriptionDocs } from "./payments/subscriptions/routes.docs.ts";
import { healthDocs } from "./platform/http/health.docs.ts";
import { describePages, type RouteDocs } from "./route.docs.ts";
import { moderationDocs } from "./trust/moderation/routes.docs.ts";
import { supportDocs } from "./trust/support/routes.docs.ts";

const ownDocs = describePages("what no other route answers", {
	"ALL /*": { who: "anyone", yes: 404 },
	"ALL /api/*": { who: "anyone", yes: "not_found" },
	"GET /*": { who: "anyone" },
});

/** Every route of the app, by method and path. */
export const ROUTE_DOCS: RouteDocs = Object.assign(
	{},
	ownDocs,
	accountDocs,
	addressChangeDocs,
	ownAccountDocs,
	deletionDocs,
	planDocs,
	apiDescriptionDocs,
	healthDocs,
	deepHealthDocs,
	downloadDocs,
	previewDocs,
	storefrontDocs,
	embedDocs,
	sitemapDocs,
	saleAlertDocs,
	creatorPageDocs,
	buyerDocs,
	sellerDocs,
	receiptDocs,
	dashboardDocs,
	bundleDocs,
	discountDocs,
	customerDocs,
	subscriptionDocs,
	analyticsDocs,
	shareDocs,
	providerDocs,
	updateDocs,
	choosingDocs,
	uploadDocs,
	draftDocs,
	supportDocs,
	moderationDocs,
	operatorDocs,
	passkeyDocs,
	mcpDocs,
	accessTokenDocs,
	applicationDocs,
	webhookDocs,
	invoiceDocs,
	withdrawalDocs,
);

/** Includes middleware. */
export const routesOf = ({ routes }: { routes: readonly { method: string; path: string }[] }) => [
	...new Set(routes.map(({ method, path }) => `${method} ${path}`)),
];

/** Returns the existing routes without a row, and the rows without a route. */
export function gaps(existing: readonly string[]): string[] {
	return [
		...existing
			.filter((route) => !ROUTE_DOCS[route])
			.map((route) => `${route} is not described: add it to the *.docs.ts beside its route.`),
		...Object.keys(ROUTE_DOCS)
			.filter((route) => !existing.includes(route))
			.map((route) => `The app has no ${route}: remove it from its *.docs.ts.`),
	];
}
