import { switchOf } from "../../../worker/contract/switches.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { putFilePreview } from "../../lib/server/queries/missing-previews.ts";
import { putPreview } from "../../lib/server/queries/uploads.ts";
import type { Rendition } from "../../preview-engine/rendition.ts";
import { systemClock } from "../../upload-engine/clock.ts";

/** ms. The server limits the clips per minute. */
const LIMIT_WINDOW_MS = 60_000;

/** ms. Shorter than the wait for publishing, so that previews arrive first when a pause ends. */
const PAUSE_MS = 10_000;

/** Returns ms; null if the refusal is final. */
function waitFor({ code }: ApiFailure): number | null {
	if (code === "rate.limited") return LIMIT_WINDOW_MS;
	return switchOf(code) ? PAUSE_MS : null;
}

/**
 * Sends to a published file if `uploadId` is null. Waits out the server's limit and pauses of
 * uploads. Throws ApiFailure if refused.
 */
export async function putRendition(
	uploadId: string | null,
	fileId: string,
	rendition: Rendition,
	signal: AbortSignal,
): Promise<void> {
	for (;;) {
		try {
			await (uploadId === null
				? putFilePreview(fileId, rendition, signal)
				: putPreview({ id: uploadId, fileId }, rendition, signal));
			return;
		} catch (error) {
			const wait = error instanceof ApiFailure ? waitFor(error) : null;
			if (wait === null) throw error;
			await systemClock.sleep(wait, signal);
		}
	}
}
