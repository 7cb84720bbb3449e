import { Hono } from "hono";
import { API_DOCS_PATH, DESCRIBED_ORIGIN } from "../../contract/api/api-docs.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { builtFile } from "../../platform/http/built-file.ts";
import { documentHeaders } from "./document-policy.ts";

const DESCRIPTION_PATH = "/api/openapi.json";
/** In seconds: tools ask often, and a deploy may change it. */
const FRESH_S = 300;

/**
 * The built description with this installation's address, or 304 for a client that has it with that address.
 * @throws ApiError `service.unavailable` (503).
 */
async function description(ctx: Ctx, request: Request): Promise<Response> {
	const { APP_ORIGIN } = ctx.config;
	// The built file does not change with the address, so that its version alone does not name the response.
	const suffix = `@${APP_ORIGIN}"`;
	const known = request.headers.get("if-none-match")?.replaceAll(suffix, '"');
	const isOurs = request.headers.get("if-none-match")?.includes(suffix);
	const file = await ctx.env.ASSETS.fetch(
		new Request(new URL(DESCRIPTION_PATH, APP_ORIGIN), {
			headers: known !== undefined && isOurs ? { "If-None-Match": known } : {},
		}),
	);
	if (!file.ok && file.status !== 304)
		throw failure("service.unavailable", "The description is not built.");
	const etag = file.headers.get("etag");
	const body = file.ok ? (await file.text()).replaceAll(DESCRIBED_ORIGIN, APP_ORIGIN) : null;
	return new Response(body, {
		status: file.status,
		headers: {
			"Content-Type": "application/json",
			"Cache-Control": `public, max-age=${FRESH_S}`,
			...(etag !== null && { ETag: etag.replace(/"$/, suffix) }),
			// It is the same for everybody, so scripts of every site may read it; no cookie decides about it.
			"Access-Control-Allow-Origin": "*",
			"Cross-Origin-Resource-Policy": "cross-origin",
		},
	});
}

/** A page of the description; the samples in it call this installation. */
async function page({ config }: Ctx, file: Response, url: URL): Promise<Response> {
	const text = (await file.text()).replaceAll(DESCRIBED_ORIGIN, config.APP_ORIGIN);
	return new Response(text, { headers: documentHeaders(config, url) });
}

/** The description of the API, for programs and for people. Both are made when the app is built (tools/openapi). */
export const apiDescription = new Hono<AppEnv>()
	.get(DESCRIPTION_PATH, (c) => description(c.var.ctx, c.req.raw))
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
