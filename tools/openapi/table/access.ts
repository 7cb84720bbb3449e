import type { Area } from "../operation.ts";

export const access: Area = {
	name: "Sign-in and access tokens",
	description:
		"Second factors, passkeys, sessions and access tokens. Everything here needs a session.",
	operations: {
		"GET /api/sessions": {
			summary: "List sessions",
			ok: { 200: "SessionInfo[]" },
		},
		"DELETE /api/sessions": {
			summary: "End all other sessions",
			ok: { 204: null },
		},
		"DELETE /api/sessions/:id": {
			summary: "End a session",
			ok: { 204: null },
			errors: ["not_found"],
		},
		"POST /api/session/confirm": {
			summary: "Confirm one's identity for what needs a fresh confirmation",
			ok: { 204: null },
			errors: ["account.factor_missing", "account.passkey_refused"],
			example: { code: "123456" },
		},
		"POST /api/session/confirm/passkey": {
			summary: "Begin a confirmation with a passkey",
			ok: { 200: "AssertionOptions" },
			errors: ["account.factor_missing"],
		},
		"POST /api/totp/setup": {
			summary: "Begin to set up an authenticator app",
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
			ok: { 204: null },
			example: { code: "123456" },
			errors: ["account.totp_off"],
		},
		"GET /api/passkeys": {
			summary: "List passkeys",
			ok: { 200: "PasskeyList" },
		},
		"POST /api/passkeys/begin": {
			summary: "Begin to add a passkey",
			ok: { 200: "AttestationOptions" },
			errors: ["account.confirmation_required", "forbidden", "passkey.too_many"],
			example: { password: "a long passphrase" },
		},
		"POST /api/passkeys": {
			summary: "Add a passkey",
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
			ok: { 204: null },
			errors: ["not_found"],
			example: { name: "Phone" },
		},
		"DELETE /api/passkeys/:id": {
			summary: "Remove a passkey",
			ok: { 204: null },
			errors: ["account.confirmation_required", "not_found"],
			example: { password: "a long passphrase" },
		},
		"GET /api/tokens": {
			summary: "List access tokens",
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
			ok: { 204: null },
			errors: ["not_found"],
		},
	},
};
