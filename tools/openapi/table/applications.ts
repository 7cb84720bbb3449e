import type { Area } from "../operation.ts";

export const applications: Area = {
	name: "Applications",
	description:
		"Third-party applications that use a creator's account through OAuth 2.1: authorization code with PKCE, refresh tokens that are valid once, revocation. `/.well-known/oauth-authorization-server` lists their endpoints. The operations here are the website's own; applications call none of them.",
	operations: {
		"POST /api/oauth/lookup": {
			summary: "Read an application's request",
			description:
				"By the query of the address that the application has opened. `refused` says why the request can't be granted.",
			ok: { 200: "AuthorizationRequest" },
			errors: ["application.unknown", "application.redirect_unknown"],
			example: { query: "?response_type=code&client_id=k3m9sQ2pVb7xTn4cR8wYz6" },
		},
		"POST /api/oauth/decision": {
			summary: "Give an application access, or refuse it",
			description:
				"Returns the address that the browser goes to next. Confirming needs the password, or a second factor just proven in this session.",
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
			description: "Its access to accounts ends immediately.",
			ok: { 204: null },
			errors: ["not_found"],
		},
		"DELETE /api/applications/:id/access": {
			summary: "End an application's access to the account",
			description: "Its tokens end immediately; the application itself stays.",
			ok: { 204: null },
			errors: ["not_found"],
		},
	},
};
