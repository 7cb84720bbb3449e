import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv, CreatorEnv } from "../../context.ts";
import { newTokenInput } from "../../contract/access-tokens.ts";
import { idField } from "../../contract/fields.ts";
import { valid } from "../../platform/http/validation.ts";
import { signedIn } from "../signed-in.ts";
import { createToken, listTokens, revokeToken } from "./own-tokens.ts";

const tokenParam = z.object({ id: idField });

/** A creator's access tokens; sessions only, so that no token makes another. */
export const accessTokenRoutes = new Hono<AppEnv & CreatorEnv>()
	.get("/api/tokens", signedIn, async (c) => c.json(await listTokens(c.var.creator)))
	.post("/api/tokens", signedIn, valid("json", newTokenInput), async (c) =>
		c.json(await createToken(c.var.creator, c.req.valid("json")), 201),
	)
	.delete("/api/tokens/:id", signedIn, valid("param", tokenParam), async (c) => {
		await revokeToken(c.var.creator, c.req.valid("param"));
		return c.body(null, 204);
	});
