import { Hono } from "hono";
import * as z from "zod";
import { idField } from "../../contract/fields.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import { authorized, signedIn } from "../signed-in.ts";
import { newTokenInput } from "./contract.ts";
import { createToken, listTokens, revokeCurrentToken, revokeToken } from "./own-tokens.ts";

const tokenParam = z.object({ id: idField });

/** Tokens can't create tokens, but may end themselves. */
export const accessTokenRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/tokens", signedIn, async (c) => c.json(await listTokens(c.var.creator)))
	.post("/api/tokens", signedIn, valid("json", newTokenInput), async (c) =>
		c.json(await createToken(c.var.creator, c.req.valid("json")), 201),
	)
	.delete("/api/tokens/current", authorized(null), async (c) => {
		await revokeCurrentToken(c.var.creator);
		return c.body(null, 204);
	})
	.delete("/api/tokens/:id", signedIn, valid("param", tokenParam), async (c) => {
		await revokeToken(c.var.creator, c.req.valid("param"));
		return c.body(null, 204);
	});
