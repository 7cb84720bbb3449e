import { describePages } from "../../route.docs.ts";

export const saleAlertDocs = describePages(
	"a page of a mail's link, and the button of mail programs (RFC 8058)",
	{
		"POST /share/:shareId/tell-me": {
			notInApi: "the form of a page",
			who: "sale alert",
			yes: 303,
			trips: { primary: 3 },
		},
		"GET /tell-me/:token": {
			who: "token",
			trips: { primary: 1 },
		},
		"POST /tell-me/:token": {
			who: "token",
			trips: { primary: 2 },
		},
	},
);
