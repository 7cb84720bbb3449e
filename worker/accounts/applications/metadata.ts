import { API_DOCS_PATH } from "../../contract/api-docs.ts";
import type { Ctx } from "../../core/context.ts";
import { SCOPES } from "../access-tokens/contract.ts";
import { AUTHORIZE_PATH } from "./contract/authorize-path.ts";

export const TOKEN_PATH = "/oauth/token";
export const REVOCATION_PATH = "/oauth/revoke";
export const REGISTRATION_PATH = "/oauth/register";

/** Cookies don't count on these, so no other site can use them. */
export const OAUTH_PATHS = [TOKEN_PATH, REVOCATION_PATH, REGISTRATION_PATH] as const;

export const CODE_GRANT = "authorization_code";
export const REFRESH_GRANT = "refresh_token";

export const CLIENT_METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;

/** See RFC 8414, 2. */
export function serverMetadata({ config }: Ctx) {
	const at = (path: string) => `${config.APP_ORIGIN}${path}`;
	return {
		issuer: config.APP_ORIGIN,
		authorization_endpoint: at(AUTHORIZE_PATH),
		token_endpoint: at(TOKEN_PATH),
		revocation_endpoint: at(REVOCATION_PATH),
		...(config.OAUTH_REGISTRATION && { registration_endpoint: at(REGISTRATION_PATH) }),
		scopes_supported: SCOPES,
		response_types_supported: ["code"],
		response_modes_supported: ["query"],
		grant_types_supported: [CODE_GRANT, REFRESH_GRANT],
		token_endpoint_auth_methods_supported: CLIENT_METHODS,
		revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
		code_challenge_methods_supported: ["S256"],
		authorization_response_iss_parameter_supported: true,
		service_documentation: at(API_DOCS_PATH),
	};
}

/** See RFC 9728, 2. */
export function resourceMetadata({ config }: Ctx, path: "" | "/mcp") {
	return {
		resource: `${config.APP_ORIGIN}${path}`,
		authorization_servers: [config.APP_ORIGIN],
		scopes_supported: SCOPES,
		bearer_methods_supported: ["header"],
		resource_name: config.APP_NAME,
		resource_documentation: `${config.APP_ORIGIN}${API_DOCS_PATH}`,
	};
}

/** The server's tokens are valid for the API and for `/mcp` (RFC 8707). */
export const isOwnResource = ({ config }: Ctx, resource: string): boolean =>
	["", "/", "/mcp"].some((path) => resource === `${config.APP_ORIGIN}${path}`);
