import { apiFetch } from "../../../lib/call.ts";
import { ApiFailure } from "../../../lib/failure.ts";
import { systemClock } from "../engine/clock.ts";
import type { Rendition } from "./rendition.ts";

/** The server limits the clips per minute; after this wait it accepts the next. ms */
const LIMIT_WINDOW_MS = 60_000;

/** Sends a preview, later when the server's limit is reached. Throws ApiFailure when it is refused. */
export async function putRendition(
	uploadId: string,
	fileId: string,
	{ kind, body, width, height, durationMs }: Rendition,
	signal: AbortSignal,
): Promise<void> {
	const query = new URLSearchParams({ kind });
	for (const [name, value] of Object.entries({ width, height, durationMs }))
		if (value !== undefined) query.set(name, String(value));
	for (;;) {
		try {
			await apiFetch(`/api/uploads/${uploadId}/files/${fileId}/preview?${query}`, {
				method: "PUT",
				headers: { "Content-Type": body.type || "application/octet-stream" },
				body,
				signal,
			});
			return;
		} catch (error) {
			if (!(error instanceof ApiFailure) || error.code !== "rate.limited") throw error;
			await systemClock.sleep(LIMIT_WINDOW_MS, signal);
		}
	}
}
