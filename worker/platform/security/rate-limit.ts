import { createMiddleware } from "hono/factory";
import type { PlatformEnv } from "../context.ts";
import { failure } from "../errors.ts";
import { withTrait } from "../http/traits.ts";
import { networksOf } from "./networks.ts";

const WINDOW_S = 60;

/** Counts one call by `who`; approximate and per location. Throws `rate.limited`. */
export async function limitFlood(env: Pick<Env, "FLOOD">, name: string, who: string) {
	const { success } = await env.FLOOD.limit({ key: `${name}|${who}` });
	if (!success) throw failure("rate.limited", { headers: { "Retry-After": String(WINDOW_S) } });
}

/** Counts calls without refusing any. */
export async function chargeFlood(
	env: Pick<Env, "FLOOD">,
	name: string,
	who: string,
	calls: number,
): Promise<void> {
	for (let call = 0; call < calls; call++) await env.FLOOD.limit({ key: `${name}|${who}` });
}

let turn = 0;

/** Larger networks get several times as many calls, which rotate over as many keys. */
export async function limitNetworkFlood(
	env: Pick<Env, "FLOOD">,
	name: string,
	address: string,
): Promise<void> {
	turn++;
	for (const { id, times } of networksOf(address))
		await limitFlood(env, name, times === 1 ? id : `${id}|${turn % times}`);
}

export function rateLimit(name: string) {
	return withTrait(
		{ errors: ["rate.limited"] },
		createMiddleware<PlatformEnv>(async (c, next) => {
			await limitNetworkFlood(c.env, name, c.var.ctx.address);
			await next();
		}),
	);
}
