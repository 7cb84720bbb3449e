import { Hono } from "hono";
import { API_DOCS_PATH, DESCRIBED_ORIGIN } from "../../contract/api-docs.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { builtFile } from "../../platform/http/built-file.ts";
import { documentHeaders } from "./document-policy.ts";

const DESCRIPTION_PATH = "/api/openapi.json";
const FRESH_S = 300;

async function description(ctx: Ctx): Promise<Response> {
	const { APP_ORIGIN } = ctx.config;
	const file = await builtFile(ctx, DESCRIPTION_PATH);
	const etag = file.headers.get("etag");
	return new Response((await file.text()).replaceAll(DESCRIBED_ORIGIN, APP_ORIGIN), {
		headers: {
			"Content-Type": "application/json",
			"Cache-Control": `public, max-age=${FRESH_S}`,
			// The built file doesn't contain the address, so its own ETag isn't enough.
			...(etag !== null && { ETag: etag.replace(/"$/, `@${APP_ORIGIN}"`) }),
			"Access-Control-Allow-Origin": "*",
			"Cross-Origin-Resource-Policy": "cross-origin",
		},
	});
}

async function page({ config }: Ctx, file: Response, url: URL): Promise<Response> {
	const text = (await file.text()).replaceAll(DESCRIBED_ORIGIN, config.APP_ORIGIN);
	return new Response(text, { headers: documentHeaders(config, url) });
}

export const apiDescription = new Hono<AppEnv>()
	.get(DESCRIPTION_PATH, (c) => description(c.var.ctx))
	.get(API_DOCS_PATH, async (c) => {
		const { ctx } = c.var;
		return page(ctx, await builtFile(ctx, API_DOCS_PATH), new URL(c.req.url));
	})
	.get(`${API_DOCS_PATH}/:area{[a-z-]+}`, async (c, next) => {
		const { ctx } = c.var;
		const url = new URL(c.req.url);
		const file = await ctx.env.ASSETS.fetch(
			new Request(new URL(url.pathname, ctx.config.APP_ORIGIN)),
		);
		return file.ok ? page(ctx, file, url) : next();
	});
