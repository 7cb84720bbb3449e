import { type Context, Hono } from "hono";
import { hc } from "hono/client";
import { discountRoutes } from "../../catalogue/discounts/routes.ts";
import { shareRoutes } from "../../catalogue/shares/routes.ts";
import type { ErrorBody } from "../../contract/errors.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { choosingRoutes } from "../../customers/choosing/routes.ts";
import { deletionRoutes } from "../../customers/deletion/routes.ts";
import { customers } from "../../customers/routes.ts";
import { uploadRoutes } from "../../files/uploads/routes.ts";
import { analyticsRoutes } from "../../pages/analytics/routes.ts";
import { dashboard } from "../../pages/dashboard/routes.ts";
import { storefront } from "../../pages/storefront/routes.ts";
import { creatorRoutes } from "../../payments/creator-routes.ts";
import { handleError } from "../../platform/http/handle-error.ts";
import { ToolError } from "./tool-error.ts";

type InnerEnv = { Bindings: Env & { outer: Ctx }; Variables: { ctx: Ctx } };

/** In this process, so that the API's own middleware decides what a tool may do. */
const routes = new Hono<InnerEnv>()
	.use(async (c, next) => {
		c.set("ctx", c.env.outer);
		await next();
	})
	.route("/", dashboard)
	.route("/", analyticsRoutes)
	.route("/", storefront)
	.route("/", shareRoutes)
	.route("/", uploadRoutes)
	.route("/", discountRoutes)
	.route("/", customers)
	.route("/", choosingRoutes)
	.route("/", creatorRoutes)
	.route("/", deletionRoutes)
	.onError(handleError);

export type ToolApi = ReturnType<typeof apiFor>;

/** Calls as the request's caller; `send` is for bodies without a type. */
export function apiFor(c: Context<AppEnv>) {
	const bindings = { ...c.env, outer: c.var.ctx };
	const { executionCtx } = c;
	const { APP_ORIGIN } = c.var.ctx.config;
	const send = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
		routes.fetch(new Request(new URL(String(input), APP_ORIGIN), init), bindings, executionCtx);
	return { api: hc<typeof routes>(APP_ORIGIN, { fetch: send }), send };
}

/** Null for no body. Throws the API's refusal as a tool's. */
export async function bodyOf<R extends { ok: boolean; status: number; json(): Promise<unknown> }>(
	responding: Promise<R>,
): Promise<Awaited<ReturnType<R["json"]>>> {
	const response = await responding;
	const body = response.status === 204 ? null : await response.json();
	if (!response.ok) throw new ToolError(body as ErrorBody);
	return body as Awaited<ReturnType<R["json"]>>;
}
