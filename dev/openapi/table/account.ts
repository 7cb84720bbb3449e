import type { Area } from "../operation.ts";

export const account: Area = {
	name: "Account",
	description:
		"The creator's own account. Everything here needs a session, so that a leaked access token can neither take over an account nor lock its owner out; only the user's own record is open to tokens.",
	operations: {
		"POST /api/register": {
			summary: "Register an account",
			description: "Sets the session cookie.",
			ok: { 201: "User" },
			example: { email: "ada@example.com", password: "a long passphrase", firstName: "Ada" },
		},
		"POST /api/login": {
			summary: "Sign in",
			description:
				"Sets the session cookie. Where the account has a second factor, the first call fails with `account.code_required`, whose `details` say how the second step can be taken.",
			ok: { 200: "User" },
			example: { email: "ada@example.com", password: "a long passphrase" },
		},
		"POST /api/login/passkey/begin": {
			summary: "Begin to sign in with a passkey",
			ok: { 200: "AssertionOptions" },
		},
		"POST /api/login/passkey": {
			summary: "Sign in with a passkey",
			description: "Sets the session cookie.",
			ok: { 200: "User" },
			errors: ["account.passkey_refused"],
		},
		"POST /api/logout": {
			summary: "Sign out",
			ok: { 204: null },
		},
		"POST /api/password/forgot": {
			summary: "Ask for a link to reset the password",
			description: "The response is the same whether there is such an account or not.",
			ok: { 204: null },
			example: { email: "ada@example.com" },
		},
		"POST /api/password/reset": {
			summary: "Set a new password by a mailed token",
			description: "Ends all sessions and removes all access tokens.",
			ok: { 204: null },
			example: { token: "k3m9sQ2pVb7xTn4c", password: "another long passphrase" },
		},
		"POST /api/password/change": {
			summary: "Change the password",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/email/verify": {
			summary: "Confirm an email address by a mailed token",
			ok: { 204: null },
			example: { token: "k3m9sQ2pVb7xTn4c" },
		},
		"POST /api/email/send-verification": {
			summary: "Send the confirmation email again",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"GET /api/email/change": {
			summary: "Read the pending change of the email address",
			ok: { 200: "PendingAddressChange" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/email/change": {
			summary: "Begin to change the email address",
			ok: { 200: "BegunAddressChange" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"DELETE /api/email/change": {
			summary: "Cancel the change of the email address",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/email/change/confirm": {
			summary: "Confirm a new email address by a mailed token",
			ok: { 200: "ConfirmedAddressChange" },
			example: { token: "k3m9sQ2pVb7xTn4c" },
		},
		"POST /api/email/change/refuse": {
			summary: "Refuse a new email address by a mailed token",
			ok: { 204: null },
			example: { token: "k3m9sQ2pVb7xTn4c" },
		},
		"GET /api/user": {
			summary: "Read the signed-in creator",
			ok: { 200: "User" },
			errors: ["auth.required"],
		},
		"GET /api/me": {
			summary: "Read the signed-in creator (former address)",
			description: "The same as `GET /api/v1/user`.",
			ok: { 200: "User" },
			errors: ["auth.required"],
		},
		"PATCH /api/user": {
			summary: "Change names and language",
			ok: { 200: "User" },
			errors: ["access_token.not_allowed", "auth.required"],
			example: { displayName: "Ada's Fonts" },
		},
		"GET /api/sessions": {
			summary: "List sessions",
			ok: { 200: "SessionInfo[]" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"DELETE /api/sessions": {
			summary: "End all other sessions",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"DELETE /api/sessions/:id": {
			summary: "End a session",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required", "not_found"],
		},
		"POST /api/session/confirm": {
			summary: "Confirm one's identity for what needs a fresh confirmation",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/session/confirm/passkey": {
			summary: "Begin a confirmation with a passkey",
			ok: { 200: "AssertionOptions" },
			errors: ["access_token.not_allowed", "account.factor_missing", "auth.required"],
		},
		"POST /api/totp/setup": {
			summary: "Begin to set up an authenticator app",
			ok: { 200: "TotpSetup" },
			errors: ["access_token.not_allowed", "account.totp_on", "auth.required"],
		},
		"POST /api/totp/confirm": {
			summary: "Finish setting up an authenticator app",
			description: "The response is the only one that contains the recovery codes.",
			ok: { 200: "TotpConfirmed" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/totp/disable": {
			summary: "Remove the authenticator app",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"GET /api/passkeys": {
			summary: "List passkeys",
			ok: { 200: "PasskeyList" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/passkeys/begin": {
			summary: "Begin to add a passkey",
			ok: { 200: "AttestationOptions" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/passkeys": {
			summary: "Add a passkey",
			ok: { 201: "TotpConfirmed" },
			errors: ["access_token.not_allowed", "account.passkey_refused", "auth.required"],
		},
		"PATCH /api/passkeys/:id": {
			summary: "Rename a passkey",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required", "not_found"],
			example: { name: "Phone" },
		},
		"DELETE /api/passkeys/:id": {
			summary: "Remove a passkey",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required", "not_found"],
		},
		"GET /api/tokens": {
			summary: "List access tokens",
			ok: { 200: "AccessTokenList" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"POST /api/tokens": {
			summary: "Create an access token",
			description: "The response is the only one that contains the token.",
			ok: { 201: "NewAccessToken" },
			errors: ["access_token.not_allowed", "auth.required"],
			example: {
				name: "Nightly export",
				scopes: ["sales:read"],
				expiresInDays: 90,
				password: "a long passphrase",
			},
		},
		"DELETE /api/tokens/:id": {
			summary: "Remove an access token",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "auth.required", "not_found"],
		},
		"GET /api/account/acts": {
			summary: "List what was done with the account",
			ok: { 200: "AuditEntry[]" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"GET /api/account/export": {
			summary: "Export everything stored about the account",
			ok: { 200: "AccountExport" },
			errors: ["access_token.not_allowed", "auth.required"],
			headers: ["Content-Disposition"],
		},
		"GET /api/account/deletion": {
			summary: "Preview the deletion of the account",
			ok: { 200: "AccountDeletionPreview" },
			errors: ["access_token.not_allowed", "auth.required"],
		},
		"DELETE /api/account": {
			summary: "Delete the account",
			ok: { 204: null },
			errors: ["access_token.not_allowed", "account.not_settled", "auth.required"],
		},
	},
};
