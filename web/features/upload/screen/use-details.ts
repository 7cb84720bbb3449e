import { useState } from "react";
import { PREVIEW_IMAGES } from "../../../../worker/contract/catalogue/share-fields.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { type Details, EMPTY_DETAILS } from "./details.ts";

const stored = (creatorId: string) => `preview-images:${creatorId}`;

/** An empty form, with this creator's last choice of previews in this browser. */
function emptyFor(creatorId: string): Details {
	const last = localStorage.getItem(stored(creatorId));
	const images = PREVIEW_IMAGES.find((kind) => kind === last) ?? "blur";
	return { ...EMPTY_DETAILS, preview: { ...EMPTY_DETAILS.preview, images } };
}

/** The form's values; the choice of previews is remembered for the next share. */
export function useDetails() {
	const { id } = useCreator();
	const [details, setDetails] = useState(() => emptyFor(id));
	function change(part: Partial<Details>) {
		if (part.preview) localStorage.setItem(stored(id), part.preview.images);
		// A template may be taken back while something else has been typed.
		setDetails((before) => ({ ...before, ...part }));
	}
	return { details, change, reset: () => setDetails(emptyFor(id)) };
}
