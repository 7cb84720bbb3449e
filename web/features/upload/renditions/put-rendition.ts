import { ApiFailure } from "../../../lib/failure.ts";
import { putPreview } from "../../../lib/queries/uploads.ts";
import { systemClock } from "../engine/clock.ts";
import type { Rendition } from "./rendition.ts";

/** The server limits the clips per minute; after this wait it accepts the next. ms */
const LIMIT_WINDOW_MS = 60_000;

/** Sends a preview, later when the server's limit is reached. Throws ApiFailure when it is refused. */
export async function putRendition(
	uploadId: string,
	fileId: string,
	rendition: Rendition,
	signal: AbortSignal,
): Promise<void> {
	for (;;) {
		try {
			await putPreview({ id: uploadId, fileId }, rendition, signal);
			return;
		} catch (error) {
			if (!(error instanceof ApiFailure) || error.code !== "rate.limited") throw error;
			await systemClock.sleep(LIMIT_WINDOW_MS, signal);
		}
	}
}
