import { switchOf } from "../../../worker/contract/switches.ts";
import { ApiFailure, isTransient } from "../../lib/server/failure.ts";
import { putFilePreview } from "../../lib/server/queries/missing-previews.ts";
import { putPreview } from "../../lib/server/queries/uploads.ts";
import type { Rendition } from "../../preview-engine/rendition.ts";
import { systemClock } from "../../upload-engine/clock.ts";
import { backoffMs } from "../../upload-engine/transport/backoff.ts";
import { browserNetwork } from "../../upload-engine/transport/browser-network.ts";

/** ms. The server limits the clips per minute. */
const LIMIT_WINDOW_MS = 60_000;
/** ms */
const PAUSE_MS = 10_000;
/** If the network or the server fails; afterwards it is made on a later visit. */
const MAX_FAILURES = 6;

/**
 * Sends to a published file if `uploadId` is null. Waits out the server's limit, pauses of uploads, and failures of
 * the network. Throws ApiFailure if refused.
 */
export async function putRendition(
	uploadId: string | null,
	fileId: string,
	rendition: Rendition,
	signal: AbortSignal,
): Promise<void> {
	for (let failures = 0; ; ) {
		try {
			await (uploadId === null
				? putFilePreview(fileId, rendition, signal)
				: putPreview({ id: uploadId, fileId }, rendition, signal));
			return;
		} catch (error) {
			if (signal.aborted || !(error instanceof ApiFailure) || !isTransient(error)) throw error;
			const isPause = Boolean(switchOf(error.code));
			const isLimit = error.code === "rate.limited";
			if (!isPause && !isLimit && ++failures >= MAX_FAILURES) throw error;
			const wait = backoffMs(Math.max(1, failures), systemClock.random, error.retryAfterMs);
			await systemClock.sleep(isLimit ? LIMIT_WINDOW_MS : isPause ? PAUSE_MS : wait, signal);
			if (error.code === "network") await browserNetwork.whenOnline(signal);
		}
	}
}
