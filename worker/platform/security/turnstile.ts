import { createMiddleware } from "hono/factory";
import * as z from "zod";
import { CHALLENGE_HEADER } from "../../contract/config.ts";
import type { PlatformCtx, PlatformEnv } from "../context.ts";
import { failure } from "../errors.ts";
import { withTrait } from "../http/traits.ts";
import { log, serializeError } from "../log.ts";

const TIMEOUT_MS = 8_000;
const MAX_TOKEN_LENGTH = 2048;
/** Siteverify's codes about the token itself; others are problems of our configuration or the service. */
const TOKEN_ERRORS = new Set([
	"missing-input-response",
	"invalid-input-response",
	"timeout-or-duplicate",
]);

const verdictSchema = z.object({
	success: z.boolean(),
	"error-codes": z.array(z.string()).default([]),
	/** the form that the token was made for */
	action: z.string().optional(),
});

async function verdictOn(ctx: PlatformCtx, token: string): Promise<z.output<typeof verdictSchema>> {
	try {
		const result = await fetch(ctx.config.TURNSTILE_VERIFY_URL, {
			method: "POST",
			body: new URLSearchParams({
				secret: ctx.config.TURNSTILE_SECRET_KEY,
				response: token,
				remoteip: ctx.address,
			}),
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		return verdictSchema.parse(await result.json());
	} catch (error) {
		log("error", "challenge.unavailable", serializeError(error));
		throw failure("challenge.unavailable", { cause: error });
	}
}

/**
 * Throws `challenge.failed` for a missing, wrong, used or foreign token, `challenge.unavailable` if the service
 * doesn't respond. Accepts everyone if Turnstile is not configured.
 */
export async function verifyChallenge(
	ctx: PlatformCtx,
	{ token, action }: { token: string | undefined; action: string },
): Promise<void> {
	if (ctx.config.TURNSTILE_SECRET_KEY === "") return;
	if (!token || token.length > MAX_TOKEN_LENGTH) throw failure("challenge.failed");
	const verdict = await verdictOn(ctx, token);
	if (verdict.success) {
		// Turnstile's own test keys name no action.
		if (!verdict.action || verdict.action === action) return;
		throw failure("challenge.failed");
	}
	const codes = verdict["error-codes"];
	if (codes.length > 0 && codes.every((code) => TOKEN_ERRORS.has(code)))
		throw failure("challenge.failed");
	log("error", "challenge.refused", { codes: codes.join() });
	throw failure("challenge.unavailable");
}

/** Must follow the cheap checks, since a token works once. */
export function requireChallenge(action: string) {
	return withTrait(
		{ errors: ["challenge.failed", "challenge.unavailable"] },
		createMiddleware<PlatformEnv>(async (c, next) => {
			await verifyChallenge(c.var.ctx, { token: c.req.header(CHALLENGE_HEADER), action });
			await next();
		}),
	);
}
