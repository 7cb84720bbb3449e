import * as z from "zod";
import { passwordField } from "../passkeys/contract.ts";

/** Everything that a token may be allowed to do. */
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

export const MAX_TOKENS = 20;
/** In days; null for no end. */
export const TOKEN_LIVES = [30, 90, 365, null] as const;

/** Scanners for leaked secrets recognise tokens by it. */
export const TOKEN_PREFIX = "tbx_";
/** For applications' refresh tokens and secrets. */
export const REFRESH_PREFIX = "tbr_";
export const SECRET_PREFIX = "tbs_";

export const nameField = z
	.string({ error: "Please enter a name" })
	.trim()
	.min(1, "Please enter a name")
	.max(60);
export const scopesField = z
	.array(z.enum(SCOPES))
	.min(1, "Choose at least one permission")
	.transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope)));

export const newTokenInput = z.strictObject({
	name: nameField,
	scopes: scopesField,
	/** days; null for no end */
	expiresInDays: z.union([z.literal(30), z.literal(90), z.literal(365), z.null()]),
	/** the account's password; may be omitted if the session proved a second factor in the last five minutes */
	password: passwordField.optional(),
});

/** A token, as its creator sees it later. */
export type AccessTokenInfo = {
	id: string;
	name: string;
	/** the last characters, to recognise it by */
	ending: string;
	scopes: Scope[];
	createdAt: string;
	/** when it ends; null for no end */
	expiresAt: string | null;
	lastUsedAt: string | null;
};

/** A new token: the only response that contains it. */
export type NewAccessToken = AccessTokenInfo & {
	/** the token, to send as `Authorization: Bearer …` */
	token: string;
};

/** The access tokens of an account. */
export type AccessTokenList = {
	/** newest first */
	tokens: AccessTokenInfo[];
	/** until when none can be added without the password; null if it is needed */
	confirmedUntil: string | null;
};

/** Returns the permissions among these words in their usual order, or the first unknown word. */
export function readScopes(words: readonly string[]): Scope[] | { unknown: string } {
	const unknown = words.find((word) => !SCOPES.some((scope) => scope === word));
	if (unknown !== undefined) return { unknown };
	return SCOPES.filter((scope) => words.includes(scope));
}
