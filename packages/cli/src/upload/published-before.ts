import { createHash } from "node:crypto";
import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import type { CreatedShare } from "../../../../worker/catalogue/shares/contract/shares.ts";
import type { Api } from "../api/api.ts";
import type { ShareFields } from "./begin.ts";
import type { LocalFile } from "./gather.ts";
import { forgetUpload, savedUploadOf } from "./saved-uploads.ts";

/** Identifies an upload by server, fields and files. */
export function signatureOf(
	origin: string,
	fields: ShareFields,
	files: readonly LocalFile[],
): string {
	const listed = files.map(({ folder, name, size, lastModified }) => [
		folder,
		name,
		size,
		lastModified,
	]);
	return createHash("sha256")
		.update(JSON.stringify([origin, fields, listed]))
		.digest("hex");
}

/**
 * Returns the share if the process ended between publishing and reporting it, so that nothing is uploaded twice.
 */
export async function publishedBefore(api: Api, signature: string): Promise<CreatedShare | null> {
	const id = await savedUploadOf(signature);
	if (id === null) return null;
	try {
		const path = `/api/uploads/${id}/complete`;
		const created = await api.json<CreatedShare | { state: string }>("POST", path);
		if (!("fileShare" in created)) return null;
		await forgetUpload(id);
		return created;
	} catch (error) {
		// Discarded, expired, or with parts missing: resumed or begun like any other.
		if (!(error instanceof ApiFailure) || ![404, 409].includes(error.status)) throw error;
		if (error.code !== "upload.incomplete") await forgetUpload(id);
		return null;
	}
}
