import * as z from "zod";
import { SCOPES, type Scope } from "./access-tokens.ts";
import { passwordField } from "./passkeys.ts";

/** `grant_type` of a poll (RFC 8628, 3.4). */
export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** How long a program waits between two polls at first, in seconds. */
export const POLL_SECONDS = 5;
/** How long the token is valid that a program gets, in days. */
export const DEVICE_TOKEN_DAYS = 90;

/** No vowels, so that no words come up (RFC 8628, 6.1). */
export const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const HALF = 4;

/** Returns a user code as it is shown, `XXXX-XXXX`, however it was entered; null for what can't be one. */
export function readUserCode(entered: string): string | null {
	const letters = entered.toUpperCase().replace(/[\s\p{Pd}]/gu, "");
	if (!new RegExp(`^[${USER_CODE_LETTERS}]{${2 * HALF}}$`).test(letters)) return null;
	return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}

const clientId = z
	.string({ error: "client_id is missing" })
	.regex(/^[\w.-]{1,64}$/, "client_id has 1 to 64 letters, digits, dots, hyphens and underscores");
const shortName = z.string().trim().max(60, "At most 60 characters").optional();

/** `POST /api/device/code` (RFC 8628, 3.1), as a form or JSON. OAuth ignores unknown parameters (RFC 6749, 3.2). */
export const deviceCodeInput = z.object({
	/** the program; free to choose, since any program may ask */
	client_id: clientId,
	/** what the program calls itself */
	client_name: shortName,
	/** the computer it runs on */
	device_name: shortName,
	/** permissions with spaces between them */
	scope: z
		.string({ error: "scope is missing" })
		.max(400)
		.transform((scope) => scope.split(" ").filter(Boolean)),
});

/** `POST /api/device/token` (RFC 8628, 3.4), as a form or JSON. */
export const deviceTokenInput = z.object({
	/** `urn:ietf:params:oauth:grant-type:device_code` */
	grant_type: z.string({ error: "grant_type is missing" }),
	/** from the response of `POST /api/v1/device/code` */
	device_code: z.string({ error: "device_code is missing" }).min(1).max(200),
	/** the same as there */
	client_id: clientId,
});

/** The codes of a program that begins to be authorized. */
export type DeviceCodeResponse = {
	/** what the program asks for its token with; it is secret */
	device_code: string;
	/** what the program shows to its user, such as `BCDF-GHJK` */
	user_code: string;
	/** the page where the user enters the code */
	verification_uri: string;
	/** the same page with the code filled in */
	verification_uri_complete: string;
	/** seconds until the codes end */
	expires_in: number;
	/** seconds to wait between two calls for the token */
	interval: number;
};

/** The access token of an authorized program. */
export type DeviceTokenResponse = {
	/** the token */
	access_token: string;
	/** how it is sent: `Authorization: Bearer …` */
	token_type: "Bearer";
	/** seconds until the token ends */
	expires_in: number;
	/** permissions with spaces between them */
	scope: string;
};

/** The errors of routes that speak OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8628, 3.5; RFC 8707, 2). */
export type OAuthErrorCode =
	| "invalid_request"
	| "invalid_client"
	| "invalid_target"
	| "invalid_redirect_uri"
	| "invalid_client_metadata"
	| "invalid_scope"
	| "invalid_grant"
	| "unsupported_grant_type"
	| "authorization_pending"
	| "slow_down"
	| "access_denied"
	| "expired_token";

/** Why a program gets no token, as OAuth says it (RFC 6749, 5.2). */
export type OAuthErrorBody = {
	/** the code of the error */
	error: OAuthErrorCode;
	/** the same for people */
	error_description: string;
	/** of `slow_down`: the seconds to wait between two polls from now on */
	interval?: number;
};

const userCodeField = z
	.string({ error: "Enter the code" })
	.max(40)
	.transform((entered, { addIssue }) => {
		const code = readUserCode(entered);
		if (code === null) addIssue("A code has eight letters, such as BCDF-GHJK");
		return code ?? "";
	});

/** `POST /api/device/lookup` */
export const deviceLookupInput = z.strictObject({ userCode: userCodeField });

/**
 * `POST /api/device/decision`; the password where no second factor was proven in the session a moment ago.
 */
export const deviceDecisionInput = z.strictObject({
	userCode: userCodeField,
	/** `confirm` or `deny` */
	decision: z.enum(["confirm", "deny"]),
	/**
	 * the account's password; it can be left out where a second factor was proven in the session in
	 * the last five minutes
	 */
	password: passwordField.optional(),
});

/** What a program asks for, as the creator sees it before confirming; names are what the program says. */
export type DeviceRequest = {
	userCode: string;
	/** what the program calls itself */
	name: string;
	/** its `client_id` */
	clientId: string;
	scopes: Scope[];
	/** where it came from (ISO 3166); null where the edge does not know */
	country: string | null;
	/** the header `User-Agent`; null without one */
	userAgent: string | null;
	/** when it began: ISO 8601 in UTC */
	createdAt: string;
	expiresAt: string;
};

/** Returns the permissions among these words in their usual order, or the first word that is none. */
export function readScopes(words: readonly string[]): Scope[] | { unknown: string } {
	const unknown = words.find((word) => !SCOPES.some((scope) => scope === word));
	if (unknown !== undefined) return { unknown };
	return SCOPES.filter((scope) => words.includes(scope));
}
