import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { readScopes, type Scope } from "../access-tokens/contract.ts";
import { type ApplicationRow, findApplication } from "./client.ts";
import { isSameRedirect } from "./contract/redirect-uris.ts";
import { isOwnResource } from "./metadata.ts";

export type RequestOfApplication = {
	readonly application: ApplicationRow;
	readonly redirectUri: string;
	/** empty if the request is refused */
	readonly scopes: Scope[];
	readonly codeChallenge: string;
	readonly refused: { error: string; description: string } | null;
	/** Returns the redirect address with the outcome (RFC 6749, 4.1.2). */
	readonly answerWith: (result: Record<string, string>) => string;
};

type Refusal = [error: string, description: string];

// May be sent only once (RFC 6749, 3.1), unlike `resource` (RFC 8707, 2).
const ONCE =
	"client_id redirect_uri response_type response_mode scope state code_challenge code_challenge_method".split(
		" ",
	);

const CHALLENGE = /^[\w-]{43}$/;

function refusalOf(ctx: Ctx, params: URLSearchParams): Refusal | null {
	const repeated = ONCE.find((name) => params.getAll(name).length > 1);
	if (repeated) return ["invalid_request", `${repeated} was sent more than once.`];
	const type = params.get("response_type");
	if (type === null) return ["invalid_request", "response_type is missing."];
	if (type !== "code") return ["unsupported_response_type", "response_type has to be code."];
	if ((params.get("response_mode") ?? "query") !== "query")
		return ["invalid_request", "response_mode has to be query."];
	if (params.get("code_challenge_method") !== "S256")
		return ["invalid_request", "code_challenge_method has to be S256."];
	if (!CHALLENGE.test(params.get("code_challenge") ?? ""))
		return ["invalid_request", "code_challenge has to be a SHA-256 hash in base64url."];
	if (!params.getAll("resource").every((resource) => isOwnResource(ctx, resource)))
		return ["invalid_target", "resource is no address of this server."];
	const scopes = scopesOf(params);
	if (!Array.isArray(scopes))
		// Doesn't repeat the name, since our page shows this text.
		return ["invalid_scope", "scope names a permission that there is not."];
	if (scopes.length === 0) return ["invalid_scope", "scope has to name a permission."];
	return null;
}

const scopesOf = (params: URLSearchParams) =>
	readScopes((params.get("scope") ?? "").split(" ").filter(Boolean));

/**
 * Reads an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3). The application may learn why it was `refused`;
 * throws if the application or its redirect URI is unknown.
 */
export async function readRequest(ctx: Ctx, query: string): Promise<RequestOfApplication> {
	const params = new URLSearchParams(query);
	const [id, ...otherIds] = params.getAll("client_id");
	const application =
		id === undefined || otherIds.length > 0 ? undefined : await findApplication(ctx, id);
	if (!application) throw failure("application.unknown");
	const [redirectUri, ...otherUris] = params.getAll("redirect_uri");
	const isOwn = application.redirectUris.some((uri) => isSameRedirect(uri, redirectUri ?? ""));
	if (redirectUri === undefined || otherUris.length > 0 || !isOwn)
		throw failure("application.redirect_unknown");
	const state = params.get("state");
	const refusal = refusalOf(ctx, params);
	const scopes = scopesOf(params);
	return {
		application,
		redirectUri,
		scopes: Array.isArray(scopes) ? scopes : [],
		codeChallenge: params.get("code_challenge") ?? "",
		refused: refusal && { error: refusal[0], description: refusal[1] },
		answerWith(result) {
			const answer = new URLSearchParams(result);
			if (state !== null) answer.set("state", state);
			// Names the server that answers (RFC 9207).
			answer.set("iss", ctx.config.APP_ORIGIN);
			return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${answer}`;
		},
	};
}
