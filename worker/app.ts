import { Hono } from "hono";
import { accounts } from "./accounts/routes.ts";
import type { AppEnv } from "./context.ts";
import { makeCtx } from "./context.ts";
import { downloads } from "./downloads/routes.ts";
import { handlers } from "./handlers.ts";
import { config } from "./plans/routes.ts";
import { credentialsOf } from "./platform/cookies.ts";
import { sameSiteOnly } from "./platform/cross-site.ts";
import { failure } from "./platform/errors.ts";
import { randomId } from "./platform/ids.ts";
import { answerError } from "./platform/on-error.ts";
import { privateByDefault } from "./platform/private-answers.ts";
import { previews } from "./previews/routes.ts";
import { shareRoutes } from "./shares/routes.ts";

const WEBHOOK = "/api/stripe/webhook";

const api = new Hono<AppEnv>()
	.use(async (c, next) => {
		c.set(
			"ctx",
			makeCtx(c.env, {
				credentials: await credentialsOf(c),
				handlers,
				requestId: c.req.header("cf-ray") ?? randomId(9),
				address: c.req.header("cf-connecting-ip") ?? "local",
				waitUntil: (promise) => c.executionCtx.waitUntil(promise),
			}),
		);
		await next();
	})
	.use(sameSiteOnly([WEBHOOK]))
	.use("/api/*", privateByDefault)
	.route("/", accounts)
	.route("/", config)
	.route("/", downloads)
	.route("/", previews)
	.route("/", shareRoutes)
	.all("/api/*", () => {
		throw failure("not_found");
	})
	.get("*", (c) => c.env.ASSETS.fetch(c.req.raw))
	.onError(answerError);

export type Api = typeof api;
export const app = api;
