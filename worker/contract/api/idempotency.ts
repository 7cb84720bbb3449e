import * as z from "zod";

/** The header by which a client names what it does, so that a repeated request has no second effect. */
export const IDEMPOTENCY_KEY = "Idempotency-Key";
/** Set to `true` in a response that was stored when the key was first used. */
export const REPLAYED = "Idempotency-Replayed";
/**
 * Callers without an account, a token or a buyer's cookie share the keys of their network, so theirs must not be
 * found by guessing.
 */
export const MIN_ANONYMOUS_KEY = 20;
/** The longest key, in characters. */
export const MAX_KEY = 255;

/** The value of `Idempotency-Key`. */
export const idempotencyKeyField = z
	.string()
	.min(1, "The key is empty")
	.max(MAX_KEY, `A key has ${MAX_KEY} characters at most`)
	.regex(/^[\x20-\x7e]*$/, "A key has printable ASCII characters only");
