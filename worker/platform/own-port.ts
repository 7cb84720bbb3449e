import { isLocalHost } from "./http/local-host.ts";

const ANY_PORT = "http://localhost";

const byOrigin = new WeakMap<object, Map<string, object>>();

/**
 * On a developer's machine, makes the request's address the origin: `wrangler dev` may serve any port. Returns one
 * object per address, since parsed configurations are cached by object.
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
	// The cache only holds copies of this type.
	return placed as Bindings;
}
