import { describeRoutes, json } from "../route.docs.ts";
import type { User } from "./contract.ts";

export const accountDocs = describeRoutes("Account", {
	"POST /api/register": {
		who: "anyone",
		trips: { primary: 2 },
		summary: "Register an account",
		description: "Sets the session cookie.",
		ok: { 201: json<User>() },
		errors: ["account.exists"],
		example: {
			email: "ada@example.com",
			password: "a long passphrase",
			firstName: "Ada",
			lastName: "Meyer",
			plan: "free",
		},
	},
	"POST /api/login": {
		who: "token",
		trips: { primary: 5 },
		summary: "Sign in",
		description:
			"Sets the session cookie. Where the account has a second factor, the first call fails with `account.code_required`, whose `details` say how the second step can be taken.",
		ok: { 200: json<User>() },
		errors: ["account.bad_credentials", "account.code_required"],
		example: { email: "ada@example.com", password: "a long passphrase" },
	},
	"POST /api/logout": {
		who: "anyone",
		trips: { primary: 1 },
		summary: "Sign out",
		description: "Ends the session and removes its cookie. Without a session nothing happens.",
		ok: { 204: null },
	},
	"POST /api/password/forgot": {
		who: "anyone",
		trips: { primary: 3 },
		summary: "Ask for a link to reset the password",
		description: "The response is the same whether there is such an account or not.",
		ok: { 204: null },
		example: { email: "ada@example.com" },
	},
	"POST /api/password/reset": {
		who: "token",
		trips: { primary: 11 },
		summary: "Set a new password by a mailed token",
		description: "Ends all sessions and removes all access tokens.",
		ok: { 204: null },
		errors: ["token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4c", password: "another long passphrase" },
	},
	"POST /api/email/verify": {
		who: "token",
		trips: { primary: 1 },
		summary: "Confirm an email address by a mailed token",
		description: "The token comes from the link in the confirmation mail.",
		ok: { 204: null },
		errors: ["token.not_found"],
		example: { token: "k3m9sQ2pVb7xTn4c" },
	},
});
