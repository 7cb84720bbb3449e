import { describeRoutes, json } from "../../route.docs.ts";
import type {
	ApplicationList,
	AuthorizationDecision,
	AuthorizationRequest,
	NewApplication,
} from "./contract/applications.ts";

export const applicationDocs = describeRoutes("Applications", {
	"GET /.well-known/oauth-authorization-server": {
		notInApi: "metadata that OAuth specifies (RFC 8414, RFC 9728)",
		who: "anyone",
	},
	"GET /.well-known/oauth-protected-resource": {
		notInApi: "metadata that OAuth specifies (RFC 8414, RFC 9728)",
		who: "anyone",
	},
	"GET /.well-known/oauth-protected-resource/mcp": {
		notInApi: "metadata that OAuth specifies (RFC 8414, RFC 9728)",
		who: "anyone",
	},
	"POST /api/oauth/lookup": {
		who: "creators",
		trips: { primary: 2 },
		summary: "Read what an application asks for",
		description:
			"By the query of the address that the application has opened. `refused` says why the request can't be granted.",
		ok: { 200: json<AuthorizationRequest>() },
		errors: ["application.unknown", "application.redirect_unknown"],
		example: { query: "?response_type=code&client_id=k3m9sQ2pVb7xTn4cR8wYz6" },
	},
	"POST /api/oauth/decision": {
		who: "creators",
		trips: { primary: 12 },
		summary: "Give an application access, or refuse it",
		description:
			"Returns where the browser has to go. Confirming needs the password, or a second factor that was proven in this session a moment ago.",
		ok: { 200: json<AuthorizationDecision>() },
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
		who: "creators",
		trips: { replica: 2 },
		summary: "List applications",
		description:
			"Those that the creator has registered for others, and those that may use the account.",
		ok: { 200: json<ApplicationList>() },
	},
	"POST /api/applications": {
		who: "sellers",
		trips: { primary: 3 },
		summary: "Register an application",
		description: "Only this response contains the secret; a public application has none.",
		ok: { 201: json<NewApplication>() },
		errors: ["account.email_unverified", "application.too_many"],
		example: {
			name: "Shelf",
			address: "https://app.example",
			redirectUris: ["https://app.example/callback"],
			isConfidential: true,
		},
	},
	"DELETE /api/applications/:id": {
		who: "one creator",
		no: "not_found",
		trips: { primary: 2 },
		summary: "Delete an application of one's own",
		description: "The access that it has to accounts ends at once.",
		ok: { 204: null },
		errors: ["not_found"],
	},
	"DELETE /api/applications/:id/access": {
		who: "one creator",
		no: "not_found",
		trips: { primary: 2 },
		summary: "End an application's access to the account",
		description: "Its tokens end at once; the application itself stays.",
		ok: { 204: null },
		errors: ["not_found"],
	},
	"POST /oauth/token": {
		notInApi: "OAuth 2.1, whose clients read /.well-known/oauth-authorization-server",
		who: "token",
		trips: { primary: 4 },
	},
	"POST /oauth/revoke": {
		notInApi: "OAuth 2.1, whose clients read /.well-known/oauth-authorization-server",
		who: "anyone",
		trips: { primary: 3 },
	},
	"POST /oauth/register": {
		notInApi: "OAuth 2.1, whose clients read /.well-known/oauth-authorization-server",
		// the operator has not allowed it
		who: "anyone",
		yes: "not_found",
		trips: { primary: 2 },
	},
});
