import { and, eq } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { repeatable } from "../../platform/retrying.ts";
import type { KeyRecord } from "./claim-key.ts";
import { idempotencyKeys } from "./tables.ts";

/** Before any effect: the key may be used for the corrected request. */
const BEFORE_EFFECT = new Set([400, 401, 403, 404, 413, 415, 422, 429]);

/** After any other response, a repetition with the key runs again. */
export function isFinal({ status, headers }: Response): boolean {
	// For instance while an upload is being completed.
	if (headers.has("retry-after")) return false;
	return status < 500 && !BEFORE_EFFECT.has(status);
}

/** `response` is encrypted; null if it isn't kept. Without an `end` the key is released. */
export async function finishKey(
	ctx: Ctx,
	{ owner, requestKey, runId }: KeyRecord,
	end: { status: number; response: string | null; fingerprint: string } | null,
): Promise<void> {
	const own = and(
		eq(idempotencyKeys.owner, owner),
		eq(idempotencyKeys.requestKey, requestKey),
		eq(idempotencyKeys.runId, runId),
	);
	await repeatable(async () =>
		end
			? void (await ctx.db.update(idempotencyKeys).set(end).where(own))
			: void (await ctx.db.delete(idempotencyKeys).where(own)),
	);
}
