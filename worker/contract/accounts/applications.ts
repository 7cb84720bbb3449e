import * as z from "zod";
import { type Scope, scopesField } from "./access-tokens.ts";
import { passwordField } from "./passkeys.ts";
import { isRedirectUri } from "./redirect-uris.ts";

/** How many applications a creator can register. */
export const MAX_APPLICATIONS = 20;
/** How many redirect URIs an application can have. */
const MAX_REDIRECT_URIS = 10;
/** How long an application's access token is valid, in seconds. */
export const APPLICATION_TOKEN_SECONDS = 3600;
/** How long an application can get a next access token without having asked for one, in days. */
export const REFRESH_DAYS = 90;

const applicationName = z
	.string({ error: "Please enter a name" })
	.trim()
	.min(1, "Please enter a name")
	.max(60);
/** Of a page: with nothing before the host that could be taken for it. */
const addressField = z
	.string({ error: "Enter an address, such as https://example.com" })
	.trim()
	.max(200)
	.regex(
		// Generators of clients misread an escaped slash.
		/^https?:[/]{2}[\w.-]+(:\d{1,5})?([/][!-~]*)?$/,
		"Enter an address, such as https://example.com",
	);
const redirectUri = z
	.string()
	.trim()
	.refine(
		isRedirectUri,
		"Enter a whole address: with https, at http://127.0.0.1 for a program on a computer, or with an app's own scheme such as com.example.app",
	);

/** `POST /api/applications` */
export const newApplicationInput = z.strictObject({
	/** what creators see when it asks for access */
	name: applicationName,
	/** where people read about it */
	address: addressField,
	/** where the browser may go after a creator's decision; one for programs on a computer may have any port */
	redirectUris: z
		.array(redirectUri)
		.min(1, "Enter at least one address")
		.max(MAX_REDIRECT_URIS, `At most ${MAX_REDIRECT_URIS} addresses`),
	/** whether it runs on a server, which can keep a secret */
	isConfidential: z.boolean(),
});

/** An application that a creator has registered. */
export type ApplicationInfo = {
	/** its `client_id` */
	id: string;
	/** what creators see when it asks for access */
	name: string;
	/** where people read about it */
	address: string;
	/** where the browser may go after a creator's decision */
	redirectUris: string[];
	/** whether it runs on a server, which can keep a secret */
	isConfidential: boolean;
	createdAt: string;
};

/** A new application: the only response that contains its secret, which public ones don't have. */
export type NewApplication = ApplicationInfo & {
	/** its `client_secret`; null for a public application */
	secret: string | null;
};

/** An application that may use the creator's account. */
export type ConnectedApplication = {
	id: string;
	/** what it calls itself */
	name: string;
	/** null for one that has registered itself without one */
	address: string | null;
	scopes: Scope[];
	/** when it was given access: ISO 8601 in UTC */
	connectedAt: string;
	/** null before the first use */
	lastUsedAt: string | null;
};

/** The applications that have to do with a creator. */
export type ApplicationList = {
	/** those that the creator has registered */
	own: ApplicationInfo[];
	/** those that may use the creator's account */
	connected: ConnectedApplication[];
};

const queryField = z.string().max(5000);

/** `POST /api/oauth/lookup`: the query of the address that the application has opened. */
export const authorizationLookupInput = z.strictObject({
	/** everything after the `?` */
	query: queryField,
});

/** `POST /api/oauth/decision`; the password where no second factor was proven in the session a moment ago. */
export const authorizationDecisionInput = z.strictObject({
	/** everything after the `?` of the address that the application has opened */
	query: queryField,
	/** whether the application gets access */
	decision: z.enum(["confirm", "deny"]),
	/** what the application may do of what it asks for; counts where it is confirmed */
	scopes: scopesField.optional(),
	/** the account's password; omitted after a second factor */
	password: passwordField.optional(),
});

/** What an application asks for, as the creator sees it before deciding. */
export type AuthorizationRequest = {
	/** who asks */
	application: {
		/** what it calls itself */
		name: string;
		/** null for one that has registered itself without one */
		address: string | null;
		/** who answers for its name: nobody if it has registered itself, this server for its own command line */
		registeredBy: "itself" | "creator" | "server";
	};
	/** the redirect URI: where the browser goes next */
	redirectUri: string;
	scopes: Scope[];
	/** why the request can't be granted (RFC 6749, 4.1.2.1), and where that is told to the application; null where it can */
	refused: {
		/** the code of RFC 6749 */
		error: string;
		/** the reason, in English */
		description: string;
		/** the address that tells the application */
		location: string;
	} | null;
};

/** Where the browser has to go after a decision. */
export type AuthorizationDecision = {
	/** the application's redirect URI, with the code or the refusal */
	location: string;
};

/** The errors of routes that speak OAuth (RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8707, 2). */
export type OAuthErrorCode =
	| "invalid_request"
	| "invalid_client"
	| "invalid_target"
	| "invalid_redirect_uri"
	| "invalid_client_metadata"
	| "invalid_scope"
	| "invalid_grant"
	| "unsupported_grant_type";

/** Why a program gets no token, as OAuth says it (RFC 6749, 5.2). */
export type OAuthErrorBody = {
	error: OAuthErrorCode;
	/** the same for people */
	error_description: string;
};

const optionalText = z.string().max(5000).optional();

/** What the endpoints for programs take of who calls (RFC 6749, 2.3.1). */
const clientFields = { client_id: optionalText, client_secret: optionalText };

/** `POST /oauth/token`, a form: of each grant some. */
export const tokenInput = z.object({
	grant_type: z.string({ error: "grant_type is missing" }),
	...clientFields,
	code: optionalText,
	redirect_uri: optionalText,
	code_verifier: optionalText,
	refresh_token: optionalText,
	/** the computer of the command line, which names its token */
	device_name: z.string().trim().max(60).optional(),
	scope: optionalText,
	/** may be sent more than once (RFC 8707, 2) */
	resource: z.union([z.string(), z.array(z.string())]).optional(),
});

/** `POST /oauth/revoke` (RFC 7009, 2.1), a form. */
export const revocationInput = z.object({
	...clientFields,
	token: z.string({ error: "token is missing" }).max(5000),
});

export type TokenResponse = {
	access_token: string;
	token_type: "Bearer";
	/** seconds */
	expires_in: number;
	/** permissions with spaces between them */
	scope: string;
	/** the next one; the one that was sent is not valid any more. Absent for the command line */
	refresh_token?: string;
};

/** `POST /oauth/register` (RFC 7591, 2); what is not named here is ignored, as that demands. */
export const registrationInput = z.object({
	client_name: z.string().trim().max(60).optional(),
	client_uri: addressField.optional(),
	redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
	token_endpoint_auth_method: z.string().optional(),
	grant_types: z.array(z.string()).optional(),
	response_types: z.array(z.string()).optional(),
});

/** A registered client (RFC 7591, 3.2.1). */
export type Registration = {
	client_id: string;
	/** seconds */
	client_id_issued_at: number;
	client_secret?: string;
	/** 0: it does not expire */
	client_secret_expires_at?: 0;
	client_name: string;
	client_uri?: string;
	redirect_uris: string[];
	grant_types: string[];
	response_types: string[];
	token_endpoint_auth_method: string;
};
