import { describeRoutes, json } from "../../route.docs.ts";
import type { TotpConfirmed, User } from "../contract.ts";
import type { AssertionOptions, AttestationOptions, PasskeyList } from "./contract.ts";

export const passkeyDocs = describeRoutes("Sign-in and access tokens", {
	"POST /api/login/passkey/begin": {
		area: "Account",
		who: "anyone",
		summary: "Begin to sign in with a passkey",
		description:
			"Returns what the browser's `navigator.credentials.get` is asked with. No address is needed: the passkey says whose it is.",
		ok: { 200: json<AssertionOptions>() },
	},
	"POST /api/login/passkey": {
		area: "Account",
		who: "anyone",
		yes: "account.passkey_refused",
		trips: { primary: 2 },
		summary: "Sign in with a passkey",
		description: "Sets the session cookie.",
		ok: { 200: json<User>() },
		errors: ["account.passkey_refused"],
		example: {
			passkey: {
				id: "vDATsvN158SYFkO3Nj7fELiI",
				rawId: "vDATsvN158SYFkO3Nj7fELiI",
				type: "public-key",
				clientExtensionResults: {},
				response: {
					clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
					authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4",
					signature: "MEUCIQDx",
				},
			},
		},
	},
	"POST /api/session/confirm/passkey": {
		who: "creators",
		yes: "account.factor_missing",
		trips: { primary: 2 },
		summary: "Begin a confirmation with a passkey",
		description: "Returns what the browser's `navigator.credentials.get` is asked with.",
		ok: { 200: json<AssertionOptions>() },
		errors: ["account.factor_missing"],
	},
	"GET /api/passkeys": {
		who: "creators",
		trips: { replica: 2 },
		summary: "List passkeys",
		description: "The oldest first, never with their keys.",
		ok: { 200: json<PasskeyList>() },
	},
	"POST /api/passkeys/begin": {
		who: "creators",
		trips: { primary: 9 },
		summary: "Begin to add a passkey",
		description: "Returns what the browser's `navigator.credentials.create` is asked with.",
		ok: { 200: json<AttestationOptions>() },
		errors: ["account.confirmation_required", "forbidden", "passkey.too_many"],
		example: { password: "a long passphrase" },
	},
	"POST /api/passkeys": {
		who: "creators",
		yes: "account.passkey_refused",
		trips: { primary: 4 },
		summary: "Add a passkey",
		description:
			"Takes what the browser has made. The response is the only one that contains the recovery codes, which the first second factor of an account comes with.",
		ok: { 201: json<TotpConfirmed>() },
		errors: ["account.passkey_refused", "passkey.exists", "passkey.too_many"],
		example: {
			name: "Phone",
			passkey: {
				id: "vDATsvN158SYFkO3Nj7fELiI",
				rawId: "vDATsvN158SYFkO3Nj7fELiI",
				type: "public-key",
				clientExtensionResults: {},
				response: {
					clientDataJSON: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
					attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10",
					transports: ["internal"],
				},
			},
		},
	},
	"PATCH /api/passkeys/:id": {
		who: "one creator",
		no: "not_found",
		trips: { primary: 2 },
		summary: "Rename a passkey",
		description: "The name is for the creator only.",
		ok: { 204: null },
		errors: ["not_found"],
		example: { name: "Phone" },
	},
	"DELETE /api/passkeys/:id": {
		who: "one creator",
		no: "not_found",
		trips: { primary: 6 },
		summary: "Remove a passkey",
		description: "With the last second factor of an account its recovery codes go, too.",
		ok: { 204: null },
		errors: ["account.confirmation_required", "not_found"],
		example: { password: "a long passphrase" },
	},
});
