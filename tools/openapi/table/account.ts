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
			summary: "Sign in",
			description:
				"Sets the session cookie. Where the account has a second factor, the first call fails with `account.code_required`, whose `details` say how the second step can be taken.",
			ok: { 200: "User" },
			errors: ["account.bad_credentials", "account.code_required"],
			example: { email: "ada@example.com", password: "a long passphrase" },
		},
		"POST /api/login/passkey/begin": {
			summary: "Begin to sign in with a passkey",
			description:
				"Returns what the browser's `navigator.credentials.get` is asked with. No address is needed: the passkey says whose it is.",
			ok: { 200: "AssertionOptions" },
		},
		"POST /api/login/passkey": {
			summary: "Sign in with a passkey",
			description: "Sets the session cookie.",
			ok: { 200: "User" },
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
		"POST /api/logout": {
			summary: "Sign out",
			description: "Ends the session and removes its cookie. Without a session nothing happens.",
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
			errors: ["token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4c", password: "another long passphrase" },
		},
		"POST /api/password/change": {
			summary: "Change the password",
			description: "The other sessions end; with `endTokens` the access tokens do too.",
			ok: { 204: null },
			errors: ["forbidden"],
			example: { currentPassword: "a long passphrase", password: "another long passphrase" },
		},
		"POST /api/email/verify": {
			summary: "Confirm an email address by a mailed token",
			description: "The token comes from the link in the confirmation mail.",
			ok: { 204: null },
			errors: ["token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4c" },
		},
		"POST /api/email/send-verification": {
			summary: "Send the confirmation email again",
			description: "To the account's address. Nothing is sent where it is confirmed already.",
			ok: { 204: null },
			errors: ["rate.limited"],
		},
		"GET /api/email/change": {
			summary: "Read the pending change of the email address",
			description: "Null where no change is pending.",
			ok: { 200: "PendingAddressChange" },
		},
		"POST /api/email/change": {
			summary: "Begin to change the email address",
			description:
				"Sends a link to the new address and one to the former. An earlier change that is pending ends.",
			ok: { 200: "BegunAddressChange" },
			errors: ["account.confirmation_required", "forbidden"],
			example: { email: "ada@example.org", password: "a long passphrase" },
		},
		"DELETE /api/email/change": {
			summary: "Cancel the change of the email address",
			description: "Repeating it changes nothing.",
			ok: { 204: null },
		},
		"POST /api/email/change/confirm": {
			summary: "Confirm a new email address by a mailed token",
			description: "By the link that was mailed to one of the two addresses.",
			ok: { 200: "ConfirmedAddressChange" },
			errors: ["address.taken", "token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4c" },
		},
		"POST /api/email/change/refuse": {
			summary: "Refuse a new email address by a mailed token",
			description: "Ends the change. The token is that of either mail.",
			ok: { 204: null },
			errors: ["token.not_found"],
			example: { token: "k3m9sQ2pVb7xTn4c" },
		},
		"GET /api/user": {
			summary: "Read the signed-in creator",
			description: "The account that the session or the access token belongs to.",
			ok: { 200: "User" },
		},
		"GET /api/me": {
			summary: "Read the signed-in creator (former address)",
			description: "The same as `GET /api/v1/user`.",
			ok: { 200: "User" },
		},
		"PATCH /api/user": {
			summary: "Change names and language",
			description:
				"Only the fields that are given are changed; null or an empty text removes a name.",
			ok: { 200: "User" },
			errors: ["account.suspended"],
			example: { displayName: "Ada's Fonts" },
		},
		"GET /api/account/acts": {
			summary: "List what was done with the account",
			description: "By the creator, the operator or the service, the latest first.",
			ok: { 200: "AuditEntry[]" },
		},
		"GET /api/account/export": {
			summary: "Export everything stored about the account",
			description: "As one JSON file. Passwords, secrets and their hashes are left out.",
			ok: { 200: "AccountExport" },
			headers: ["Content-Disposition"],
		},
		"GET /api/account/deletion": {
			summary: "Preview the deletion of the account",
			description:
				"What it would mean for buyers, and which open payments prevent it. Changes nothing.",
			ok: { 200: "AccountDeletionPreview" },
		},
		"DELETE /api/account": {
			summary: "Delete the account",
			description:
				"At once and for good. A deletion that failed is completed by repeating the call.",
			ok: { 204: null },
			errors: ["account.not_settled", "forbidden", "provider.unavailable", "provider.refused"],
			example: { password: "a long passphrase", buyers: "keep" },
		},
	},
};
