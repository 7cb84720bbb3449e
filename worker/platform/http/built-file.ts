import type { PlatformCtx } from "../context.ts";
import { failure } from "../errors.ts";

/** Returns a file of the built web app. @throws ApiError `service.unavailable` (503) without one. */
export async function builtFile(
	ctx: Pick<PlatformCtx, "env" | "config">,
	path: string,
): Promise<Response> {
	const file = await ctx.env.ASSETS.fetch(new Request(new URL(path, ctx.config.APP_ORIGIN)));
	if (!file.ok) throw failure("service.unavailable", "The web app is not built.");
	return file;
}
