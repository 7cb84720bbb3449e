import type { CreatedShare } from "../../worker/catalogue/shares/contract/shares.ts";
import type { MissingParts } from "../../worker/files/uploads/contract.ts";
import type { Clock } from "./clock.ts";
import { backoffMs } from "./transport/backoff.ts";
import { classifyFailure, TransferFailure } from "./transport/failures.ts";
import type { NetworkGate } from "./transport/network-gate.ts";
import type { Transport } from "./transport/transport.ts";

/** ms between checks whether a large share is published: the first, doubled up to the last. */
const FIRST_POLL_MS = 125;
const MAX_POLL_MS = 1_000;

export type Publishing = {
	transport: Pick<Transport, "complete">;
	gate: NetworkGate;
	clock: Clock;
	/** the transient failure that is being waited out; null once it has passed */
	onWait: (failure: unknown) => void;
};

/** Throws errors for which retrying is useless, and the signal's reason. */
export async function publish(
	{ transport, gate, clock, onWait }: Publishing,
	uploadId: string,
	signal: AbortSignal,
): Promise<{ share: CreatedShare } | { missing: MissingParts[] }> {
	let attempt = 0;
	for (let poll = FIRST_POLL_MS; ; ) {
		try {
			await gate.pass(signal);
			const { published } = await transport.complete(uploadId, signal);
			onWait(null);
			if (published) return { share: published };
			attempt = 0;
			await clock.sleep(poll, signal);
			poll = Math.min(MAX_POLL_MS, poll * 2);
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			const missing = missingOf(error);
			if (missing) {
				onWait(null);
				return { missing };
			}
			if (classifyFailure(error) !== "passing") throw error;
			attempt++;
			onWait(error);
			const requestedMs = error instanceof TransferFailure ? error.retryAfterMs : null;
			await clock.sleep(backoffMs(attempt, clock.random, requestedMs), signal);
		}
	}
}

function missingOf(error: unknown): MissingParts[] | null {
	if (!(error instanceof TransferFailure) || error.code !== "upload.incomplete") return null;
	const { missing } = error.details;
	// The error table promises this shape for the code.
	return Array.isArray(missing) && missing.length > 0 ? (missing as MissingParts[]) : null;
}
