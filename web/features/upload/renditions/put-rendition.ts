import { switchOf } from "../../../../worker/contract/switches.ts";
import { ApiFailure } from "../../../lib/server/failure.ts";
import { putFilePreview } from "../../../lib/server/queries/missing-previews.ts";
import { putPreview } from "../../../lib/server/queries/uploads.ts";
import { systemClock } from "../../../upload-engine/clock.ts";
import type { Rendition } from "./rendition.ts";

/** The server limits the clips per minute; after this wait it accepts the next. ms */
const LIMIT_WINDOW_MS = 60_000;

/** Shorter than the wait between the calls that publish, so that a pause's end finds previews first. ms */
const PAUSE_MS = 10_000;

/** How long to wait before a refused preview is accepted, in ms; null for a refusal that stays. */
function waitFor({ code }: ApiFailure): number | null {
	if (code === "rate.limited") return LIMIT_WINDOW_MS;
	return switchOf(code) ? PAUSE_MS : null;
}

/**
 * Sends a preview of a file of an upload, or of a published one where `uploadId` is null; later when the
 * server's limit is reached or uploads are paused. Throws ApiFailure when it is refused.
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
