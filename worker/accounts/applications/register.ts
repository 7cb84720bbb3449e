import type * as z from "zod";
import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { consumeAttempt } from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { OAuthError } from "../oauth-error.ts";
import { applications } from "../tables.ts";
import type { Registration, registrationInput } from "./contract/applications.ts";
import { isRedirectUri } from "./contract/redirect-uris.ts";
import { CLIENT_METHODS, CODE_GRANT, REFRESH_GRANT } from "./metadata.ts";
import { newApplication, pretence } from "./own-applications.ts";

const GRANTS = [CODE_GRANT, REFRESH_GRANT];

/** By its own request (RFC 7591); it gets a secret only if it asks for one. */
export async function registerApplication(
	ctx: Ctx,
	input: z.output<typeof registrationInput>,
): Promise<Registration> {
	if (!ctx.config.OAUTH_REGISTRATION) throw failure("not_found");
	const wrong = input.redirect_uris.find((uri) => !isRedirectUri(uri));
	if (wrong !== undefined)
		throw new OAuthError("invalid_redirect_uri", `This can't be a redirect URI: ${wrong}`);
	const [name, address] = [input.client_name ?? "", input.client_uri ?? null];
	const [message] = Object.values(pretence(ctx, { name, address }));
	if (message !== undefined) throw new OAuthError("invalid_client_metadata", message);
	const method = input.token_endpoint_auth_method ?? "none";
	if (!CLIENT_METHODS.some((known) => known === method))
		throw new OAuthError(
			"invalid_client_metadata",
			`token_endpoint_auth_method has to be one of ${CLIENT_METHODS.join(", ")}.`,
		);
	const limit = { name: "oauth-registration", ...ctx.config.LIMIT_OAUTH_REGISTRATIONS };
	await consumeAttempt(ctx, networkLimits(ctx.address, limit));
	const { row, secret } = await newApplication(ctx, {
		creatorId: null,
		name,
		address,
		redirectUris: input.redirect_uris,
		isConfidential: method !== "none",
	});
	await ctx.db.insert(applications).values(row);
	return {
		client_id: row.id,
		client_id_issued_at: Math.floor(row.createdAt / 1000),
		...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
		client_name: row.name,
		...(row.address !== null && { client_uri: row.address }),
		redirect_uris: row.redirectUris,
		// The requested grants that we support (RFC 7591, 3.2.1).
		grant_types: GRANTS.filter((grant) => input.grant_types?.includes(grant) ?? true),
		response_types: ["code"],
		token_endpoint_auth_method: method,
	};
}
