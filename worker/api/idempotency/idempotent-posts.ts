import { createHash } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { StatusCode } from "hono/utils/http-status";
import { invalidToken } from "../../accounts/access-tokens/bearer.ts";
import {
	IDEMPOTENCY_KEY,
	idempotencyKeyField,
	MIN_ANONYMOUS_KEY,
	REPLAYED,
} from "../../contract/api/idempotency.ts";
import { isRepeatable } from "../../contract/repeats.ts";
import type { AppEnv, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { invalidField } from "../../platform/http/validation.ts";
import { log, serializeError } from "../../platform/log.ts";
import { networkOf } from "../../platform/security/networks.ts";
import { limitFlood } from "../../platform/security/rate-limit.ts";
import { claimKey, credentialOf, type KeyRecord } from "./claim-key.ts";
import { finishKey, isFinal } from "./finish-key.ts";
import { FormDigest, isSameForm } from "./form-digest.ts";
import { openResponse, type Seal, sealResponse } from "./stored-response.ts";

/** When a client asks again for a request that is still running, in seconds. */
const RETRY_AFTER_S = 2;

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

/** The digest of a request's query and body; the body can still be read afterwards. */
async function fingerprintOf(request: Request): Promise<string> {
	const body = request.body ? await request.clone().arrayBuffer() : new ArrayBuffer(0);
	return createHash("sha256")
		.update(`${new URL(request.url).search}\n`)
		.update(new Uint8Array(body))
		.digest("hex");
}

type Replay = {
	request: Request;
	record: KeyRecord;
	fingerprint: string | null;
	seal: Omit<Seal, "fingerprint">;
};

/**
 * Returns what was kept of the response to an earlier request with this key. Throws `idempotency.key_reused` for
 * another body or credential, `idempotency.in_progress`, `idempotency.outcome_unknown`,
 * `idempotency.response_not_kept`.
 */
async function keptResponse(ctx: Ctx, { request, record, fingerprint, seal }: Replay) {
	const reused = (extras = {}) => failure("idempotency.key_reused", extras);
	if (fingerprint !== null && record.fingerprint !== fingerprint) throw reused();
	if (record.status === null) {
		if (record.leaseUntil <= ctx.now()) throw failure("idempotency.outcome_unknown");
		const headers = { "Retry-After": String(RETRY_AFTER_S) };
		throw failure("idempotency.in_progress", { headers });
	}
	const first = record.fingerprint ?? "";
	if (fingerprint === null && !(await isSameForm(request, first))) throw reused();
	if (record.response === null) throw failure("idempotency.response_not_kept");
	const kept = await openResponse(record.response, { ...seal, fingerprint: first });
	if (!kept) throw reused({ reason: "idempotency.other_credential" });
	return { status: record.status, ...kept };
}

/** Notes the response to the request that has claimed its key, or gives the key back. */
async function keepResponse(
	ctx: Ctx,
	record: KeyRecord,
	{ response, seal }: { response: Response; seal: Seal },
): Promise<void> {
	try {
		const end = isFinal(response) && {
			status: response.status,
			response: await sealResponse(response, seal),
			fingerprint: seal.fingerprint,
		};
		await finishKey(ctx, record, end || null);
	} catch (error) {
		// The request has had its effect; its key stays claimed until the lease ends.
		log("warn", "idempotency.not_stored", serializeError(error));
	}
}

/**
 * Middleware: gives a POST that carries an `Idempotency-Key` its effect once, and the response of the first to its
 * repetitions within a day (draft-ietf-httpapi-idempotency-key-header). Costs two round trips to the primary
 * database, and nothing without the header. `isStreamed` tells routes that read their form themselves, by the
 * method and the path of the route table; they report it to `observeForm`.
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
		// The calls of a token are counted before (countCalls), and one that is not valid claims no key.
		if (!tokenHash) await limitFlood(c.env, "idempotency", networkOf(ctx.address));
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
			const kept = await keptResponse(ctx, { request: raw, record, fingerprint, seal });
			for (const [name, value] of kept.headers) c.header(name, value);
			c.header(REPLAYED, "true");
			// A status that a response of ours had.
			return c.newResponse(kept.body, kept.status as StatusCode);
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
		// Also when the client has gone: its repetition is to find the end, not a request that seems to run.
		c.executionCtx.waitUntil(running);
		await running;
	});
}
