import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { StatusCode } from "hono/utils/http-status";
import { invalidToken } from "../../accounts/access-tokens/bearer.ts";
import { isRepeatable } from "../../contract/repeats.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { limitNetworkFlood } from "../../platform/security/rate-limit.ts";
import { claimKey, credentialOf } from "./claim-key.ts";
import { IDEMPOTENCY_KEY, idempotencyKeyField, MIN_ANONYMOUS_KEY, REPLAYED } from "./contract.ts";
import { FormDigest } from "./form-digest.ts";
import { keepResponse, keptResponse } from "./kept-response.ts";

function requireValidKey(key: string, { credentials }: Ctx): void {
	const { success, error } = idempotencyKeyField.safeParse(key);
	if (!success) throw invalidField(IDEMPOTENCY_KEY, error.issues[0]?.message ?? "Not valid");
	const isKnown = credentials.tokenHash ?? credentials.sessionHash ?? credentials.buyerHash;
	if (!isKnown && key.length < MIN_ANONYMOUS_KEY)
		throw invalidField(
			IDEMPOTENCY_KEY,
			`Without an account a key needs at least ${MIN_ANONYMOUS_KEY} random characters, such as a UUID`,
		);
}

/** Hashes the query and the body, which can still be read afterwards. */
async function fingerprintOf(request: Request): Promise<string> {
	const body = request.body ? await request.clone().arrayBuffer() : new ArrayBuffer(0);
	return createHash("sha256")
		.update(`${new URL(request.url).search}\n`)
		.update(new Uint8Array(body))
		.digest("hex");
}

/**
 * Gives a POST with an `Idempotency-Key` its effect once, and its repetitions within a day the first response
 * (draft-ietf-httpapi-idempotency-key-header). Costs two round trips to the primary database. `isStreamed` routes
 * read their form themselves, and report it to `observeForm`.
 */
export function idempotentPosts({
	exempt,
	isStreamed,
}: {
	exempt: readonly string[];
	isStreamed: (method: string, path: string) => boolean;
}) {
	return createMiddleware<AppEnv>(async (c, next) => {
		const { method, path, raw } = c.req;
		const key = c.req.header(IDEMPOTENCY_KEY);
		if (key === undefined || method !== "POST" || exempt.includes(path)) return next();
		const { ctx } = c.var;
		const { tokenHash } = ctx.credentials;
		requireValidKey(key, ctx);
		// countCalls counts a token's calls, and an invalid one claims no key.
		if (!tokenHash) await limitNetworkFlood(c.env, "idempotency", ctx.address);
		const streams = matchedRoutes(c).some((route) => isStreamed(route.method, route.path));
		const fingerprint = streams ? null : await fingerprintOf(raw);
		const seal = { secret: ctx.config.APP_SECRET, credential: credentialOf(ctx), key };
		const claim = await claimKey(ctx, {
			method,
			path,
			key,
			fingerprint,
			isRepeatable: isRepeatable(method, path),
		});
		if (!claim) throw invalidToken();
		if ("earlier" in claim) {
			const record = claim.earlier;
			const stored = await keptResponse(ctx, { request: raw, record, fingerprint, seal });
			for (const [name, value] of stored.headers) c.header(name, value);
			c.header(REPLAYED, "true");
			return c.newResponse(stored.body, stored.status as StatusCode);
		}
		const form = new FormDigest();
		if (streams) c.set("ctx", { ...ctx, observeForm: form.add });
		const run = async () => {
			await next();
			await keepResponse(ctx, claim.claimed, {
				response: c.res,
				seal: { ...seal, fingerprint: fingerprint ?? form.value() },
			});
		};
		const running = run();
		// Even if the client has gone: its repetition must find the result.
		c.executionCtx.waitUntil(running);
		await running;
	});
}
