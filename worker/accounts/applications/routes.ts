import { type Context, Hono } from "hono";
import * as z from "zod";
import { idField } from "../../contract/fields.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { rateLimit } from "../../platform/security/rate-limit.ts";
import { OAuthError, oauthHandler } from "../oauth-error.ts";
import { notSuspended, signedIn } from "../signed-in.ts";
import { decideAuthorization, showAuthorization } from "./authorize.ts";
import { clientOf } from "./client.ts";
import {
	authorizationDecisionInput,
	authorizationLookupInput,
	newApplicationInput,
	registrationInput,
	revocationInput,
	type TokenResponse,
	tokenInput,
} from "./contract/applications.ts";
import {
	CODE_GRANT,
	isOwnResource,
	REFRESH_GRANT,
	REGISTRATION_PATH,
	REVOCATION_PATH,
	resourceMetadata,
	serverMetadata,
	TOKEN_PATH,
} from "./metadata.ts";
import {
	createApplication,
	deleteApplication,
	disconnectApplication,
	listApplications,
} from "./own-applications.ts";
import { registerApplication } from "./register.ts";
import { redeemCode, refreshAccess, revokeAccess } from "./tokens.ts";

const applicationParam = z.object({ id: idField });

async function tokensFor(
	c: Context<AppEnv>,
	fields: z.output<typeof tokenInput>,
): Promise<TokenResponse> {
	const { ctx } = c.var;
	if (![fields.resource ?? []].flat().every((resource) => isOwnResource(ctx, resource)))
		throw new OAuthError("invalid_target", "resource is no address of this server.");
	switch (fields.grant_type) {
		case CODE_GRANT:
			return redeemCode(ctx, await clientOf(c, fields), fields);
		case REFRESH_GRANT:
			return refreshAccess(ctx, await clientOf(c, fields), fields);
		default:
			throw new OAuthError("unsupported_grant_type", `There is no grant ${fields.grant_type}.`);
	}
}

/** The routes for programs speak OAuth (2.1), errors included, and ignore cookies. */
export const applicationRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/.well-known/oauth-authorization-server", (c) => c.json(serverMetadata(c.var.ctx)))
	.get("/.well-known/oauth-protected-resource", (c) => c.json(resourceMetadata(c.var.ctx, "")))
	.get("/.well-known/oauth-protected-resource/mcp", (c) =>
		c.json(resourceMetadata(c.var.ctx, "/mcp")),
	)
	.post(TOKEN_PATH, rateLimit("oauth-token"), oauthHandler(tokenInput, tokensFor))
	.post(
		REVOCATION_PATH,
		rateLimit("oauth-revoke"),
		oauthHandler(revocationInput, async (c, fields) => {
			await revokeAccess(c.var.ctx, await clientOf(c, fields), fields.token);
			return {};
		}),
	)
	.post(
		REGISTRATION_PATH,
		rateLimit("oauth-register"),
		oauthHandler(
			registrationInput,
			({ var: { ctx } }, input) => registerApplication(ctx, input),
			201,
		),
	)
	.post("/api/oauth/lookup", signedIn, valid("json", authorizationLookupInput), async (c) =>
		c.json(await showAuthorization(c.var.creator, c.req.valid("json"))),
	)
	.post("/api/oauth/decision", signedIn, valid("json", authorizationDecisionInput), async (c) =>
		c.json(await decideAuthorization(c.var.creator, c.req.valid("json"))),
	)
	.get("/api/applications", signedIn, async (c) => c.json(await listApplications(c.var.creator)))
	.post(
		"/api/applications",
		signedIn,
		notSuspended,
		valid("json", newApplicationInput),
		async (c) => c.json(await createApplication(c.var.creator, c.req.valid("json")), 201),
	)
	.delete("/api/applications/:id", signedIn, valid("param", applicationParam), async (c) => {
		await deleteApplication(c.var.creator, c.req.valid("param"));
		return c.body(null, 204);
	})
	.delete("/api/applications/:id/access", signedIn, valid("param", applicationParam), async (c) => {
		await disconnectApplication(c.var.creator, c.req.valid("param"));
		return c.body(null, 204);
	});
