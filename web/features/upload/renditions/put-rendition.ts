import { apiFetch } from "../../../lib/call.ts";
import type { Rendition } from "./rendition.ts";

/** Sends a preview. Throws ApiFailure when the server refuses it. */
export async function putRendition(
	uploadId: string,
	fileId: string,
	{ kind, body, width, height, durationMs }: Rendition,
	signal: AbortSignal,
): Promise<void> {
	const query = new URLSearchParams({ kind });
	for (const [name, value] of Object.entries({ width, height, durationMs }))
		if (value !== undefined) query.set(name, String(value));
	await apiFetch(`/api/uploads/${uploadId}/files/${fileId}/preview?${query}`, {
		method: "PUT",
		headers: { "Content-Type": body.type || "application/octet-stream" },
		body,
		signal,
	});
}
