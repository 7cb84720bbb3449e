import * as z from "zod";

export const IDEMPOTENCY_KEY = "Idempotency-Key";
/** Set to `true` in a response that was stored when the key was first used. */
export const REPLAYED = "Idempotency-Replayed";
/**
 * Callers without an account, token or buyer's cookie share the keys of their network, which must not be
 * guessable.
 */
export const MIN_ANONYMOUS_KEY = 20;
export const MAX_KEY = 255;

export const idempotencyKeyField = z
	.string()
	.min(1, "The key is empty")
	.max(MAX_KEY, `A key has ${MAX_KEY} characters at most`)
	.regex(/^[\x20-\x7e]*$/, "A key has printable ASCII characters only");
