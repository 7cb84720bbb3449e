import type { Area } from "../operation.ts";

export const device: Area = {
	name: "Device authorization",
	description:
		"Access tokens for programs without a browser (RFC 8628). A program begins and shows its `user_code`; its user opens `verification_uri`, signs in, reads what the program asks for and confirms; meanwhile the program asks for its token every `interval` seconds. The first two operations answer failures as OAuth does: status 400 with `error` and `error_description`.",
	operations: {
		"POST /api/device/code": {
			summary: "Begin to authorize a program",
			description:
				"`client_id` is free to choose. `scope` has permissions with spaces between them.",
			ok: { 200: "DeviceCodeResponse", 400: "OAuthErrorBody" },
			example: {
				client_id: "nightly-export",
				client_name: "Nightly export",
				scope: "shares:read sales:read",
			},
		},
		"POST /api/device/token": {
			summary: "Ask for the token of an authorized program",
			description:
				"`authorization_pending`: ask again later. `slow_down`: wait `interval` seconds between two calls from now on. `access_denied` and `expired_token`: begin again. The token is handed out once.",
			ok: { 200: "DeviceTokenResponse", 400: "OAuthErrorBody" },
			example: {
				grant_type: "urn:ietf:params:oauth:grant-type:device_code",
				device_code: "k3m9sQ2pVb7xTn4cR8wYz6hJd1fGa5uL",
				client_id: "nightly-export",
			},
		},
		"POST /api/device/lookup": {
			summary: "Read what a program asks for",
			description: "By the code that the program shows. Codes that do not exist are counted.",
			ok: { 200: "DeviceRequest" },
			errors: ["device_code.unknown", "device_code.used", "device_code.expired", "rate.limited"],
			example: { userCode: "BCDF-GHJK" },
		},
		"POST /api/device/decision": {
			summary: "Confirm or deny what a program asks for",
			description:
				"Confirming needs the password, or a second factor that was proven in this session a moment ago.",
			ok: { 204: null },
			errors: [
				"device_code.unknown",
				"device_code.used",
				"device_code.expired",
				"rate.limited",
				"account.email_unverified",
				"account.confirmation_required",
				"forbidden",
				"access_token.too_many",
			],
			example: { userCode: "BCDF-GHJK", decision: "deny" },
		},
	},
};
