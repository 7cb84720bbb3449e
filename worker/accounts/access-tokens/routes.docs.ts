import { describeRoutes, json } from "../../route.docs.ts";
import type { AccessTokenList, NewAccessToken } from "./contract.ts";

export const accessTokenDocs = describeRoutes("Sign-in and access tokens", {
	"GET /api/tokens": {
		who: "creators",
		trips: { replica: 2 },
		summary: "List access tokens",
		description: "The newest first, expired ones too; never the tokens themselves.",
		ok: { 200: json<AccessTokenList>() },
	},
	"POST /api/tokens": {
		who: "creators",
		trips: { primary: 9 },
		summary: "Create an access token",
		description: "The response is the only one that contains the token.",
		ok: { 201: json<NewAccessToken>() },
		errors: [
			"access_token.too_many",
			"account.confirmation_required",
			"account.email_unverified",
			"forbidden",
		],
		example: {
			name: "Nightly export",
			scopes: ["sales:read"],
			expiresInDays: 90,
			password: "a long passphrase",
		},
	},
	"DELETE /api/tokens/:id": {
		who: "one creator",
		no: "not_found",
		trips: { primary: 2 },
		summary: "Remove an access token",
		description: "Calls with it fail from then on.",
		ok: { 204: null },
		errors: ["not_found"],
	},
	"DELETE /api/tokens/current": {
		// a session has no token
		who: "creators",
		yes: "not_found",
		token: "any",
		trips: { primary: 3 },
		summary: "Remove the access token of this call",
		description: "Signs a program out. Calls with this token fail from then on.",
		ok: { 204: null },
		errors: ["not_found"],
	},
});
