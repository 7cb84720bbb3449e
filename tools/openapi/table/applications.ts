import type { Area } from "../operation.ts";

export const applications: Area = {
	name: "Applications",
	description:
		"Applications of others that may use a creator's account by OAuth 2.1: authorization code with PKCE, refresh tokens that are valid once, revocation. Their endpoints are named by `/.well-known/oauth-authorization-server`. The operations here are those of the website; an application calls none of them.",
	operations: {
		"POST /api/oauth/lookup": {
			summary: "Read what an application asks for",
			description:
				"By the query of the address that the application has opened. `refused` says why the request can't be granted.",
			ok: { 200: "AuthorizationRequest" },
			errors: ["application.unknown", "application.redirect_unknown"],
			example: { query: "?response_type=code&client_id=k3m9sQ2pVb7xTn4cR8wYz6" },
		},
		"POST /api/oauth/decision": {
			summary: "Give an application access, or refuse it",
			description:
				"Returns where the browser has to go. Confirming needs the password, or a second factor that was proven in this session a moment ago.",
			ok: { 200: "AuthorizationDecision" },
			errors: [
				"application.unknown",
				"application.redirect_unknown",
				"account.email_unverified",
				"account.confirmation_required",
				"forbidden",
				"access_token.too_many",
			],
			example: {
				query: "?response_type=code&client_id=k3m9sQ2pVb7xTn4cR8wYz6",
				decision: "confirm",
				scopes: ["shares:read"],
				password: "a long passphrase",
			},
		},
		"GET /api/applications": {
			summary: "List applications",
			description:
				"Those that the creator has registered for others, and those that may use the account.",
			ok: { 200: "ApplicationList" },
		},
		"POST /api/applications": {
			summary: "Register an application",
			description: "Only this response contains the secret; a public application has none.",
			ok: { 201: "NewApplication" },
			errors: ["account.email_unverified", "application.too_many"],
			example: {
				name: "Shelf",
				address: "https://app.example",
				redirectUris: ["https://app.example/callback"],
				isConfidential: true,
			},
		},
		"DELETE /api/applications/:id": {
			summary: "Delete an application of one's own",
			description: "The access that it has to accounts ends at once.",
			ok: { 204: null },
			errors: ["not_found"],
		},
		"DELETE /api/applications/:id/access": {
			summary: "End an application's access to the account",
			description: "Its tokens end at once; the application itself stays.",
			ok: { 204: null },
			errors: ["not_found"],
		},
	},
};
