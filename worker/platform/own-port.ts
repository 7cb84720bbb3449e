import { isLocalHost } from "./http/local-host.ts";

/** What wrangler.toml has for an address: this machine, at whichever port `wrangler dev` serves. */
const ANY_PORT = "http://localhost";

const byOrigin = new WeakMap<object, Map<string, object>>();

/**
 * Returns the variables and bindings with the address that a request came to, where no other is configured:
 * on a developer's machine only. One object per address, since what is parsed of it is kept by object.
 */
export function atOwnPort<Bindings extends { readonly APP_ORIGIN: string }>(
	env: Bindings,
	request: Request,
): Bindings {
	if (env.APP_ORIGIN !== ANY_PORT) return env;
	const { origin, protocol, hostname } = new URL(request.url);
	if (protocol !== "http:" || !isLocalHost(hostname)) return env;
	const known = byOrigin.get(env) ?? new Map<string, object>();
	byOrigin.set(env, known);
	const placed = known.get(origin) ?? { ...env, APP_ORIGIN: origin };
	known.set(origin, placed);
	// Only what was made of an `env` of this type is kept for it.
	return placed as Bindings;
}
