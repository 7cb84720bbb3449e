import type { Area } from "./operation.ts";
import { access } from "./table/access.ts";
import { account } from "./table/account.ts";
import { applications } from "./table/applications.ts";
import { checkout } from "./table/checkout.ts";
import { files } from "./table/files.ts";
import { pages } from "./table/pages.ts";
import { payouts } from "./table/payouts.ts";
import { preparations } from "./table/preparations.ts";
import { sales } from "./table/sales.ts";
import { service } from "./table/service.ts";
import { shares } from "./table/shares.ts";
import { uploads } from "./table/uploads.ts";
import { webhooks } from "./table/webhooks.ts";

export const AREAS: readonly Area[] = [
	shares,
	uploads,
	preparations,
	sales,
	payouts,
	pages,
	webhooks,
	account,
	access,
	applications,
	checkout,
	files,
	service,
];

/** By path, with the reason; `*` matches any ending. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
	"/operator*": "the operator's console: pages for people of the service",
	"/api/stripe/webhook": "the payment provider's own format, which only it may send",
	"/oauth/*": "OAuth 2.1, whose clients read /.well-known/oauth-authorization-server",
	"/.well-known/*": "metadata that OAuth specifies (RFC 8414, RFC 9728)",
	"/mcp": "the Model Context Protocol, whose clients ask the server what it can do",
	"/docs/*": "a page",
	"/share/:shareId/unlock": "the form of a page",
	"/share/:shareId/tell-me": "the form of a page",
	"/tell-me/*": "a page of a mail's link, and the button of mail programs (RFC 8058)",
	"/share/:shareId": "a page",
	"/checkout/:id": "leads to a page",
	"/embed/:shareId": "a page",
	"/c/:handle": "a page",
	"/c/:handle/feed.xml": "for feed readers: Atom (RFC 4287)",
	"/imprint": "a page",
	"/unsubscribe/*": "a page of a mail's link, and the button of mail programs (RFC 8058)",
	"/robots.txt": "for search engines",
	"/.well-known/change-password": "a redirect for password managers",
	"/.well-known/security.txt": "for people who report a weakness (RFC 9116)",
	"/sitemap*": "for search engines",
};
