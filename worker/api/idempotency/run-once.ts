import { createHash } from "node:crypto";
import { invalidToken } from "../../accounts/access-tokens/bearer.ts";
import type { Ctx } from "../../core/context.ts";
import { claimKey, credentialOf } from "./claim-key.ts";
import { finishKey } from "./finish-key.ts";
import { keepResponse, keptResponse } from "./kept-response.ts";

type Keyed = {
	path: string;
	key: string;
	/** the same key with another input is refused */
	input: string;
};

/**
 * Like a POST with an `Idempotency-Key`; if `run` throws, the key may be used again. The result is JSON. Throws
 * what `keptResponse` throws, and `access_token.invalid`.
 */
export async function runOnce<T>(
	ctx: Ctx,
	{ path, key, input }: Keyed,
	run: () => Promise<T>,
): Promise<T> {
	const fingerprint = createHash("sha256").update(input).digest("hex");
	const seal = { secret: ctx.config.APP_SECRET, credential: credentialOf(ctx), key, fingerprint };
	const keyed = { method: "POST", path, key, fingerprint, isRepeatable: false };
	const claim = await claimKey(ctx, keyed);
	if (!claim) throw invalidToken();
	if ("earlier" in claim) {
		const request = new Request(ctx.config.APP_ORIGIN);
		const stored = await keptResponse(ctx, { request, record: claim.earlier, fingerprint, seal });
		return JSON.parse(stored.body ?? "null") as T;
	}
	try {
		const result = await run();
		await keepResponse(ctx, claim.claimed, { response: Response.json(result), seal });
		return result;
	} catch (error) {
		await finishKey(ctx, claim.claimed, null);
		throw error;
	}
}
