import type { Clock } from "./clock.ts";
import type { Checksum } from "./matching/crc32.ts";
import { backoffMs } from "./transport/backoff.ts";
import { classifyFailure, TransferFailure } from "./transport/failures.ts";
import type { NetworkGate } from "./transport/network-gate.ts";
import type { Transport } from "./transport/transport.ts";
import type { UploadTokens } from "./upload-tokens.ts";
import type { Sliceable } from "./uploader-types.ts";

/** Retries of a part that arrives damaged, or whose fresh token is refused. */
const MAX_DAMAGED = 5;
const MAX_REFUSED = 2;

export type Sending<Body extends Sliceable<Body>> = {
	transport: Transport<Body>;
	checksum: Checksum<Body>;
	tokens: UploadTokens;
	gate: NetworkGate;
	clock: Clock;
};

export type PartToSend<Body> = {
	uploadId: string;
	fileId: string;
	fileIndex: number;
	/** from 1 */
	part: number;
	body: Body;
	/** bytes sent of this part; 0 again after a failed attempt */
	onProgress: (sent: number) => void;
	/** the transient failure that is being waited out; null once it has passed */
	onWait: (failure: unknown) => void;
};

/** Returns the CRC-32. Throws errors for which retrying is useless, and the signal's reason. */
export async function sendWithRetry<Body extends Sliceable<Body>>(
	{ transport, checksum, tokens, gate, clock }: Sending<Body>,
	{ uploadId, fileId, fileIndex, part, body, onProgress, onWait }: PartToSend<Body>,
	signal: AbortSignal,
): Promise<string> {
	let attempt = 0;
	let damaged = 0;
	let refused = 0;
	for (;;) {
		let token = "";
		try {
			await gate.pass(signal);
			token = await tokens.tokenFor(fileIndex, signal);
			// For every attempt, to detect a file that changed on disk.
			const crc32 = await checksum(body);
			signal.throwIfAborted();
			await transport.sendPart({ uploadId, fileId, part, token, crc32, body, onProgress, signal });
			onWait(null);
			return crc32;
		} catch (error) {
			onProgress(0);
			if (signal.aborted) throw signal.reason;
			const reach = classifyFailure(error);
			if (reach === "token" && ++refused <= MAX_REFUSED) {
				tokens.refused(fileIndex, token);
				continue;
			}
			const isWorthIt = reach === "passing" || (reach === "damaged" && ++damaged < MAX_DAMAGED);
			if (!isWorthIt) throw error;
			onWait(error);
			// Coming back online resets the backoff.
			attempt = gate.isOnline ? attempt + 1 : 0;
			if (attempt === 0) continue;
			const requestedMs = error instanceof TransferFailure ? error.retryAfterMs : null;
			const wait = backoffMs(attempt, clock.random, requestedMs);
			if (requestedMs !== null) gate.closeFor(requestedMs);
			await clock.sleep(wait, signal);
		}
	}
}
