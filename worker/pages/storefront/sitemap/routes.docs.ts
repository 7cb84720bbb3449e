import { describePages } from "../../../route.docs.ts";

export const sitemapDocs = describePages("for search engines", {
	"GET /.well-known/change-password": {
		notInApi: "a redirect for password managers",
		who: "anyone",
		yes: 302,
	},
	"GET /.well-known/security.txt": {
		notInApi: "for people who report a weakness (RFC 9116)",
		who: "anyone",
	},
	"GET /robots.txt": {
		who: "anyone",
	},
	"GET /sitemap.xml": {
		who: "anyone",
		trips: { replica: 2 },
	},
	"GET /sitemap/:name": {
		who: "anyone",
		trips: { replica: 1 },
	},
});
