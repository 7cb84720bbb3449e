import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import { configOf } from "../../core/config.ts";
import type { Ctx } from "../../core/context.ts";
import { isPaused } from "../../core/switches.ts";
import type { UploadMetadata } from "./session-rows.ts";

/** Spans two alarms, each of which renews it. */
export const SLOT_LEASE_MS = 3 * UPLOAD_IDLE_MS;

/** Also reserves the upload's growth if the quota allows it; `quota` in bytes, -1 for unlimited. */
export function renewLease(
	ctx: Pick<Ctx, "env" | "now">,
	session: UploadMetadata,
	{ bytes, quota }: { bytes: number; quota: number },
) {
	const now = ctx.now();
	return quotaOf(ctx, session.creatorId).reserve({
		creatorId: session.creatorId,
		uploadId: session.id,
		bytes,
		limit: -1,
		quota,
		now,
		expiresAt: now + SLOT_LEASE_MS,
	});
}

/** A pause by the operator counts as activity, since creators can't continue. Times in ms. */
export function lastActivityOf(env: Env, session: { lastAt: number }, now: number): number {
	return isPaused({ config: configOf(env) }, "uploads") ? now : session.lastAt;
}
