import type { PlatformCtx } from "../context.ts";
import { failure } from "../errors.ts";

export async function builtFile(
	ctx: Pick<PlatformCtx, "env" | "config">,
	path: string,
): Promise<Response> {
	const file = await ctx.env.ASSETS.fetch(new Request(new URL(path, ctx.config.APP_ORIGIN)));
	if (!file.ok) throw failure("service.unavailable", "The web app is not built.");
	return file;
}
