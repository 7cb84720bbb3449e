import { Hono } from "hono";
import { authorized, notSuspended } from "../../accounts/signed-in.ts";
import type { AppEnv, CreatorEnv } from "../../core/context.ts";
import { valid } from "../../platform/http/validation.ts";
import type { CreatedShare } from "../shares/contract/shares.ts";
import { OWNER, presentShare } from "../shares/present.ts";
import { createBundleInput } from "./contract.ts";
import { createBundle } from "./create-bundle.ts";

export const bundleRoutes = new Hono<AppEnv & CreatorEnv>().post(
	"/api/bundles",
	authorized("shares:write"),
	notSuspended,
	valid("json", createBundleInput),
	async (c) => {
		const ctx = c.var.creator;
		const share = await createBundle(ctx, c.req.valid("json"));
		const created: CreatedShare = {
			fileShare: presentShare(share, OWNER, ctx.now()),
			files: [],
		};
		return c.json(created, 201);
	},
);
