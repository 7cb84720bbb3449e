import type { BegunUpload } from "../../../worker/files/uploads/contract.ts";
import { isTransient } from "../../lib/server/failure.ts";
import { putSharePicture } from "../../lib/server/queries/pictures.ts";
import { discardUpload } from "../../lib/server/queries/uploads.ts";
import { systemClock } from "../../upload-engine/clock.ts";
import { backoffMs } from "../../upload-engine/transport/backoff.ts";
import { deleteUpload } from "./session-store.ts";

const ATTEMPTS = 6;

export class CoverRefused extends Error {
	override readonly name = "CoverRefused";
}

/** False: retry later. Throws CoverRefused after discarding the upload, so the form can begin again. */
export async function sendCover(
	{ id, shareId }: Pick<BegunUpload, "id" | "shareId">,
	picture: Blob,
): Promise<boolean> {
	try {
		await putSharePicture(shareId, "cover", picture);
		return true;
	} catch (error) {
		if (isTransient(error)) return false;
		void deleteUpload(id);
		// If this fails, the upload is listed as unfinished.
		await discardUpload(id).catch((failed) =>
			console.info("The unfinished upload could not be discarded.", failed),
		);
		throw new CoverRefused("The server refused the cover.", { cause: error });
	}
}

/** Retries, then leaves the share with the default cover. */
export async function sendCoverLater(
	slug: string,
	picture: Blob,
	signal: AbortSignal,
	clock = systemClock,
): Promise<void> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		try {
			await putSharePicture(slug, "cover", picture);
			return;
		} catch (error) {
			console.info("The cover was not sent.", error);
			if (!isTransient(error)) return;
		}
		try {
			await clock.sleep(backoffMs(attempt, clock.random, null), signal);
		} catch {
			// The upload was paused or discarded.
			return;
		}
	}
}
