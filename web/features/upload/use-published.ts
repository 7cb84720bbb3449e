import { useEffect, useSyncExternalStore } from "react";
import type { CreatedShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { refreshAfterUpload } from "../../lib/server/queries/uploads.ts";
import { type ActiveUpload, clearUpload } from "./active-upload.ts";

const NOTHING = () => () => {};

/**
 * Null until published. Then refetches other screens' data, and clears the upload when its screen
 * is left, since returning creators want the form.
 */
export function usePublished(upload: ActiveUpload | null): CreatedShare | null {
	const published = useSyncExternalStore(
		upload ? (listener) => upload.uploader.subscribe(listener) : NOTHING,
		() => upload?.uploader.snapshot.share ?? null,
	);
	useEffect(() => {
		if (!published) return;
		refreshAfterUpload(published.fileShare.shareId);
		return clearUpload;
	}, [published]);
	return published;
}
