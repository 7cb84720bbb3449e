import { describePages } from "../route.docs.ts";

export const providerDocs = describePages(
	"the payment provider's own format, which only it may send",
	{
		"POST /api/stripe/webhook": {
			who: "token",
			trips: { primary: 7, provider: 4 },
		},
	},
);
