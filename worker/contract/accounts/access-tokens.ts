import * as z from "zod";
import { passwordField } from "./passkeys.ts";

/** What a token may be allowed to do. Nothing else is possible with one. */
export const SCOPES = [
	"shares:read",
	"shares:write",
	"sales:read",
	"sales:refund",
	"checkouts:write",
	"customers:read",
	"payouts:read",
	"webhooks:write",
] as const;
export type Scope = (typeof SCOPES)[number];

/** How many tokens an account can have. */
export const MAX_TOKENS = 20;
/** How long a token can be valid, in days; null for no end. */
export const TOKEN_LIVES = [30, 90, 365, null] as const;

/** What every token begins with, by which scanners for leaked secrets know it. */
export const TOKEN_PREFIX = "tbx_";
/** What refresh tokens and secrets of applications begin with. */
export const REFRESH_PREFIX = "tbr_";
export const SECRET_PREFIX = "tbs_";

const tokenName = z
	.string({ error: "Please enter a name" })
	.trim()
	.min(1, "Please enter a name")
	.max(60);
export const scopesField = z
	.array(z.enum(SCOPES))
	.min(1, "Choose at least one permission")
	.transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope)));

/** `POST /api/tokens`; the password where no second factor was proven in the session a moment ago. */
export const newTokenInput = z.strictObject({
	/** what the creator calls it */
	name: tokenName,
	scopes: scopesField,
	/** days; null for no end */
	expiresInDays: z.union([z.literal(30), z.literal(90), z.literal(365), z.null()]),
	/**
	 * the account's password; it can be left out where a second factor was proven in the session in
	 * the last five minutes
	 */
	password: passwordField.optional(),
});

/** A token as its creator sees it later. */
export type AccessTokenInfo = {
	id: string;
	/** what the creator calls it */
	name: string;
	/** the last characters, by which it is recognised */
	ending: string;
	scopes: Scope[];
	createdAt: string;
	/** when it ends: ISO 8601 in UTC; null for no end */
	expiresAt: string | null;
	/** when it was last used, to ten minutes: ISO 8601 in UTC; null before the first use */
	lastUsedAt: string | null;
};

/** A new token: the only response that contains it. */
export type NewAccessToken = AccessTokenInfo & {
	/** the token, to be sent as `Authorization: Bearer …` */
	token: string;
};

/** The access tokens of an account. */
export type AccessTokenList = {
	/** the newest first */
	tokens: AccessTokenInfo[];
	/** until when no password is needed to add one; null when it is needed */
	confirmedUntil: string | null;
};

/** Returns the permissions among these words in their usual order, or the first word that is none. */
export function readScopes(words: readonly string[]): Scope[] | { unknown: string } {
	const unknown = words.find((word) => !SCOPES.some((scope) => scope === word));
	if (unknown !== undefined) return { unknown };
	return SCOPES.filter((scope) => words.includes(scope));
}
