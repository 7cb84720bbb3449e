import { useSyncExternalStore } from "react";
import type { CreatedShare } from "../../../worker/contract/shares.ts";
import type { ActiveUpload } from "./active-upload.ts";

const NOTHING = () => () => {};

/** Returns the share of an upload once it is published; null before. */
export function usePublished(upload: ActiveUpload | null): CreatedShare | null {
	return useSyncExternalStore(
		upload ? (listener) => upload.uploader.subscribe(listener) : NOTHING,
		() => upload?.uploader.snapshot.share ?? null,
	);
}
