import * as z from "zod";
import { nameField, type Scope, scopesField } from "../../access-tokens/contract.ts";
import { passwordField } from "../../passkeys/contract.ts";
import { isRedirectUri } from "./redirect-uris.ts";

export const MAX_APPLICATIONS = 20;
const MAX_REDIRECT_URIS = 10;
/** In seconds. */
export const APPLICATION_TOKEN_SECONDS = 3600;
/** How long a refresh token is valid without use, in days. */
export const REFRESH_DAYS = 90;

/** A web page; nothing before the host may be mistaken for it. */
const addressField = z
	.string({ error: "Enter an address, such as https://example.com" })
	.trim()
	.max(200)
	.regex(
		// Client generators misread an escaped slash.
		/^https?:[/]{2}[\w.-]+(:\d{1,5})?([/][!-~]*)?$/,
		"Enter an address, such as https://example.com",
	);
const redirectUri = z
	.string()
	.trim()
	.refine(
		isRedirectUri,
		"Enter a full address: with https, at http://127.0.0.1 for a program on a computer, or with an app's own scheme such as com.example.app",
	);

export const newApplicationInput = z.strictObject({
	/** shown to creators when it requests access */
	name: nameField,
	/** where people can read about it */
	address: addressField,
	/** where the browser may go after a creator's decision; a program on a computer may use any port */
	redirectUris: z
		.array(redirectUri)
		.min(1, "Enter at least one address")
		.max(MAX_REDIRECT_URIS, `At most ${MAX_REDIRECT_URIS} addresses`),
	/** it runs on a server, which can keep a secret */
	isConfidential: z.boolean(),
});

/** An application that a creator has registered. */
export type ApplicationInfo = {
	/** its `client_id` */
	id: string;
	name: string;
	/** where people can read about it */
	address: string;
	/** where the browser may go after a creator's decision; a program on a computer may use any port */
	redirectUris: string[];
	/** it runs on a server, which can keep a secret */
	isConfidential: boolean;
	createdAt: string;
};

/** A new application: the only response with its secret. */
export type NewApplication = ApplicationInfo & {
	/** its `client_secret`; null for a public application */
	secret: string | null;
};

/** An application that may use the creator's account. */
export type ConnectedApplication = {
	id: string;
	name: string;
	/** null if it registered itself without one */
	address: string | null;
	scopes: Scope[];
	/** when it was given access */
	connectedAt: string;
	lastUsedAt: string | null;
};

/** The applications of a creator. */
export type ApplicationList = {
	/** those that the creator registered */
	own: ApplicationInfo[];
	/** those that may use the creator's account */
	connected: ConnectedApplication[];
};

const queryField = z.string().max(5000);

export const authorizationLookupInput = z.strictObject({
	/** everything after the `?` of the address that the application opened */
	query: queryField,
});

export const authorizationDecisionInput = z.strictObject({
	/** everything after the `?` of the address that the application opened */
	query: queryField,
	/** whether the application gets access */
	decision: z.enum(["confirm", "deny"]),
	/** the granted ones of the requested permissions; ignored unless confirmed */
	scopes: scopesField.optional(),
	/** the account's password; may be omitted after a second factor */
	password: passwordField.optional(),
});

/** An application's request for access, as the creator sees it. */
export type AuthorizationRequest = {
	/** the application */
	application: {
		name: string;
		/** null if it registered itself without one */
		address: string | null;
		/**
		 * who vouches for its name: nobody, the creator who registered it, or this server for its own command line
		 */
		registeredBy: "itself" | "creator" | "server";
	};
	/** the redirect URI: where the browser goes next */
	redirectUri: string;
	scopes: Scope[];
	/** why the request can't be granted (RFC 6749, 4.1.2.1); null if it can */
	refused: {
		/** the code of RFC 6749 */
		error: string;
		/** the reason, in English */
		description: string;
		/** the address that reports it to the application */
		location: string;
	} | null;
};

/** The result of a decision. */
export type AuthorizationDecision = {
	/** where the browser goes next: the application's redirect URI, with the code or the refusal */
	location: string;
};

/** RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8707, 2. */
export type OAuthErrorCode =
	| "invalid_request"
	| "invalid_client"
	| "invalid_target"
	| "invalid_redirect_uri"
	| "invalid_client_metadata"
	| "invalid_scope"
	| "invalid_grant"
	| "unsupported_grant_type";

/** RFC 6749, 5.2. */
export type OAuthErrorBody = {
	error: OAuthErrorCode;
	/** the same for people */
	error_description: string;
};

const optionalText = z.string().max(5000).optional();

/** RFC 6749, 2.3.1. */
const clientFields = { client_id: optionalText, client_secret: optionalText };

/** `POST /oauth/token`, a form with the fields of all grants. */
export const tokenInput = z.object({
	grant_type: z.string({ error: "grant_type is missing" }),
	...clientFields,
	code: optionalText,
	redirect_uri: optionalText,
	code_verifier: optionalText,
	refresh_token: optionalText,
	/** the command line's computer, which names its token */
	device_name: z.string().trim().max(60).optional(),
	scope: optionalText,
	/** may be sent more than once (RFC 8707, 2) */
	resource: z.union([z.string(), z.array(z.string())]).optional(),
});

/** RFC 7009, 2.1. */
export const revocationInput = z.object({
	...clientFields,
	token: z.string({ error: "token is missing" }).max(5000),
});

export type TokenResponse = {
	access_token: string;
	token_type: "Bearer";
	/** seconds */
	expires_in: number;
	/** permissions, separated by spaces */
	scope: string;
	/** replaces the one that was sent; absent for the command line */
	refresh_token?: string;
};

/** RFC 7591, 2, which demands that unknown fields are ignored. */
export const registrationInput = z.object({
	client_name: z.string().trim().max(60).optional(),
	client_uri: addressField.optional(),
	redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
	token_endpoint_auth_method: z.string().optional(),
	grant_types: z.array(z.string()).optional(),
	response_types: z.array(z.string()).optional(),
});

/** RFC 7591, 3.2.1. */
export type Registration = {
	client_id: string;
	/** seconds */
	client_id_issued_at: number;
	client_secret?: string;
	/** 0: it doesn't expire */
	client_secret_expires_at?: 0;
	client_name: string;
	client_uri?: string;
	redirect_uris: string[];
	grant_types: string[];
	response_types: string[];
	token_endpoint_auth_method: string;
};
