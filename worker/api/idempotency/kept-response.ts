import type { Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import { log, serializeError } from "../../platform/log.ts";
import type { KeyRecord } from "./claim-key.ts";
import { finishKey, isFinal } from "./finish-key.ts";
import { isSameForm } from "./form-digest.ts";
import { openResponse, type Seal, sealResponse } from "./stored-response.ts";

const RETRY_AFTER_S = 2;

type Replay = {
	request: Request;
	record: KeyRecord;
	fingerprint: string | null;
	seal: Omit<Seal, "fingerprint">;
};

/**
 * Throws `idempotency.key_reused` for another body or credential, `idempotency.in_progress`,
 * `idempotency.outcome_unknown`, `idempotency.response_not_kept`.
 */
export async function keptResponse(ctx: Ctx, { request, record, fingerprint, seal }: Replay) {
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
	const opened = await openResponse(record.response, { ...seal, fingerprint: first });
	if (!opened) throw reused({ reason: "idempotency.other_credential" });
	return { status: record.status, ...opened };
}

export async function keepResponse(
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
		// The key stays claimed until the lease ends.
		log("warn", "idempotency.not_stored", serializeError(error));
	}
}
