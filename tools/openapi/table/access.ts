import type { Area } from "../operation.ts";

export const access: Area = {
	name: "Sign-in and access tokens",
	description:
		"Second factors, passkeys, sessions and access tokens. Everything here needs a session.",
	operations: {
		"GET /api/sessions": {
			summary: "List sessions",
			description: "Where the creator is signed in, the latest first.",
			ok: { 200: "SessionInfo[]" },
		},
		"DELETE /api/sessions": {
			summary: "End all other sessions",
			description: "All of the creator's sessions but the one that calls.",
			ok: { 204: null },
		},
		"DELETE /api/sessions/:id": {
			summary: "End a session",
			description:
				"One of the creator's own. Ending the session that calls signs this browser out.",
			ok: { 204: null },
			errors: ["not_found"],
		},
		"POST /api/session/confirm": {
			summary: "Confirm one's identity for what needs a fresh confirmation",
			description:
				"Proves a second factor again in a session that is open already: with a code of the authenticator app, a recovery code or a passkey. For a few minutes no password is needed then.",
			ok: { 204: null },
			errors: ["account.factor_missing", "account.passkey_refused"],
			example: { code: "123456" },
		},
		"POST /api/session/confirm/passkey": {
			summary: "Begin a confirmation with a passkey",
			description: "Returns what the browser's `navigator.credentials.get` is asked with.",
			ok: { 200: "AssertionOptions" },
			errors: ["account.factor_missing"],
		},
		"POST /api/totp/setup": {
			summary: "Begin to set up an authenticator app",
			description:
				"Returns the secret for the app. Signing in asks for no code until the set-up is finished.",
			ok: { 200: "TotpSetup" },
			errors: ["account.email_unverified", "account.totp_on", "forbidden"],
			example: { password: "a long passphrase" },
		},
		"POST /api/totp/confirm": {
			summary: "Finish setting up an authenticator app",
			description: "The response is the only one that contains the recovery codes.",
			ok: { 200: "TotpConfirmed" },
			example: { code: "123456" },
			errors: ["account.totp_off", "account.totp_on"],
		},
		"POST /api/totp/disable": {
			summary: "Remove the authenticator app",
			description: "Needs a code of the app or a recovery code.",
			ok: { 204: null },
			example: { code: "123456" },
			errors: ["account.totp_off"],
		},
		"GET /api/passkeys": {
			summary: "List passkeys",
			description: "The oldest first, never with their keys.",
			ok: { 200: "PasskeyList" },
		},
		"POST /api/passkeys/begin": {
			summary: "Begin to add a passkey",
			description: "Returns what the browser's `navigator.credentials.create` is asked with.",
			ok: { 200: "AttestationOptions" },
			errors: ["account.confirmation_required", "forbidden", "passkey.too_many"],
			example: { password: "a long passphrase" },
		},
		"POST /api/passkeys": {
			summary: "Add a passkey",
			description:
				"Takes what the browser has made. The response is the only one that contains the recovery codes, which the first second factor of an account comes with.",
			ok: { 201: "TotpConfirmed" },
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
			summary: "Rename a passkey",
			description: "The name is for the creator only.",
			ok: { 204: null },
			errors: ["not_found"],
			example: { name: "Phone" },
		},
		"DELETE /api/passkeys/:id": {
			summary: "Remove a passkey",
			description: "With the last second factor of an account its recovery codes go, too.",
			ok: { 204: null },
			errors: ["account.confirmation_required", "not_found"],
			example: { password: "a long passphrase" },
		},
		"GET /api/tokens": {
			summary: "List access tokens",
			description: "The newest first, expired ones too; never the tokens themselves.",
			ok: { 200: "AccessTokenList" },
		},
		"POST /api/tokens": {
			summary: "Create an access token",
			description: "The response is the only one that contains the token.",
			ok: { 201: "NewAccessToken" },
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
		"DELETE /api/tokens/current": {
			summary: "Remove the access token of this call",
			description: "Signs a program out. Calls with this token fail from then on.",
			ok: { 204: null },
			errors: ["not_found"],
		},
		"DELETE /api/tokens/:id": {
			summary: "Remove an access token",
			description: "Calls with it fail from then on.",
			ok: { 204: null },
			errors: ["not_found"],
		},
	},
};
