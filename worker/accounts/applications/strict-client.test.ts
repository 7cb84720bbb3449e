import * as oauth from "oauth4webapi";
import { expect, it } from "vitest";
import {
	CALLBACK,
	makeOwner,
	OWNER_PASSWORD,
	storeApplication,
} from "../../test/fixtures/applications.ts";
import { call, ORIGIN, request, withVariables } from "../../test/fixtures/test-app.ts";
import { SCOPES } from "../access-tokens/contract.ts";
import type { AuthorizationDecision } from "./contract/applications.ts";

// Calls the whole app by a client that checks every response against the OAuth specifications.
const asProgram = {
	[oauth.customFetch]: (
		url: string,
		{
			method,
			headers,
			body,
		}: Pick<RequestInit, "body"> & {
			method: string;
			headers: Record<string, string>;
		},
	) => request(new URL(url).pathname, { method, headers, ...(body && { body }) }),
};
const issuer = new URL(ORIGIN);

async function discovered(): Promise<oauth.AuthorizationServer> {
	const response = await oauth.discoveryRequest(issuer, { ...asProgram, algorithm: "oauth2" });
	return oauth.processDiscoveryResponse(issuer, response);
}

it.each(["none", "client_secret_basic", "client_secret_post"] as const)(
	"a strict client gets, uses, refreshes and revokes its tokens (%s)",
	async (method) => {
		const resource = new URL("/mcp", ORIGIN);
		const { authorization_servers } = await oauth.processResourceDiscoveryResponse(
			resource,
			await oauth.resourceDiscoveryRequest(resource, asProgram),
		);
		expect(authorization_servers).toEqual([ORIGIN]);
		const server = await discovered();
		const { id, secret } = await storeApplication({ isConfidential: method !== "none" });
		const client: oauth.Client = { client_id: id };
		const auth = {
			none: oauth.None(),
			client_secret_basic: oauth.ClientSecretBasic(secret ?? "-"),
			client_secret_post: oauth.ClientSecretPost(secret ?? "-"),
		}[method];

		const verifier = oauth.generateRandomCodeVerifier();
		const state = oauth.generateRandomState();
		const asked = new URL(server.authorization_endpoint ?? "");
		asked.search = String(
			new URLSearchParams({
				response_type: "code",
				client_id: id,
				redirect_uri: CALLBACK,
				scope: SCOPES.join(" "),
				state,
				resource: resource.href,
				code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
				code_challenge_method: "S256",
			}),
		);
		const { cookies } = await makeOwner();
		const agreed = { decision: "confirm", scopes: ["shares:read"], password: OWNER_PASSWORD };
		const decided = await call(
			"POST",
			"/api/oauth/decision",
			{ query: asked.search, ...agreed },
			cookies,
		);
		const { location } = await decided.json<AuthorizationDecision>();
		// Compares the state and the issuer.
		const answer = oauth.validateAuthResponse(server, client, new URL(location), state);
		const granted = await oauth.authorizationCodeGrantRequest(
			server,
			client,
			auth,
			answer,
			CALLBACK,
			verifier,
			{ ...asProgram, additionalParameters: { resource: resource.href } },
		);
		const tokens = await oauth.processAuthorizationCodeResponse(server, client, granted);
		expect(tokens.scope).toBe("shares:read");

		const use = (token: string, path: string) =>
			oauth.protectedResourceRequest(
				token,
				"GET",
				new URL(path, ORIGIN),
				undefined,
				null,
				asProgram,
			);
		expect((await use(tokens.access_token, "/api/my-file-shares")).status).toBe(200);
		const lacking = await use(tokens.access_token, "/api/customers").catch(
			(error: unknown) => error,
		);
		expect(lacking).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
		expect((lacking as oauth.WWWAuthenticateChallengeError).cause).toMatchObject([
			{
				scheme: "bearer",
				parameters: { error: "insufficient_scope", scope: "shares:read customers:read" },
			},
		]);

		const refreshed = await oauth.processRefreshTokenResponse(
			server,
			client,
			await oauth.refreshTokenGrantRequest(
				server,
				client,
				auth,
				tokens.refresh_token ?? "",
				asProgram,
			),
		);
		const revoked = await oauth.revocationRequest(
			server,
			client,
			auth,
			refreshed.refresh_token ?? "",
			asProgram,
		);
		expect(await oauth.processRevocationResponse(revoked)).toBeUndefined();
		await expect(use(refreshed.access_token, "/api/my-file-shares")).rejects.toThrow();
		const again = await oauth.refreshTokenGrantRequest(
			server,
			client,
			auth,
			refreshed.refresh_token ?? "",
			asProgram,
		);
		await expect(oauth.processRefreshTokenResponse(server, client, again)).rejects.toMatchObject({
			error: "invalid_grant",
		});
	},
);

it("a strict client registers itself", () =>
	withVariables({ OAUTH_REGISTRATION: "true" }, async () => {
		const server = await discovered();
		const metadata = {
			redirect_uris: [CALLBACK],
			token_endpoint_auth_method: "client_secret_post",
		};
		const made = await oauth.processDynamicClientRegistrationResponse(
			await oauth.dynamicClientRegistrationRequest(server, metadata, asProgram),
		);
		expect(made.client_secret).toEqual(expect.any(String));
	}));
