import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { DraftDetails, ShareDraft } from "../../../../worker/contract/drafts.ts";
import { deleteDraft, saveDraft } from "../../../lib/queries/drafts.ts";
import type { Details } from "./details.ts";

/** How long nothing is typed before the draft is saved. */
const PAUSE_MS = 1_000;

/** What of the form a draft keeps. */
const keptOf = ({ addTo: _, ...kept }: Details): DraftDetails => kept;

const isWorthKeeping = ({ title, description }: Details) => `${title}${description}`.trim() !== "";

type Form = { details: Details; change: (part: Partial<Details>) => void };

/**
 * Keeps what is typed into the form as a draft on the server, under the id in the page's address, and fills
 * the form from the draft that the address names. With `isSent` the draft has become an upload, and goes.
 */
export function useStoredDraft(
	{ details, change }: Form,
	drafts: readonly ShareDraft[] | undefined,
	isSent: boolean,
) {
	const [query, setQuery] = useSearchParams();
	const id = query.get("draft");
	const [shownId, setShownId] = useState<string | null>(null);
	const [status, setStatus] = useState<"none" | "saved" | "failed">("none");
	/** as last saved or read, so that only changes are sent */
	const known = useRef(JSON.stringify(keptOf(details)));
	const wanted = drafts?.find((each) => each.id === id);

	useEffect(() => {
		// What was sent may still stand in the list for a moment.
		if (isSent || !wanted || wanted.id === shownId) return;
		setShownId(wanted.id);
		known.current = JSON.stringify(wanted.details);
		change(wanted.details);
	}, [isSent, wanted, shownId, change]);

	useEffect(() => {
		const kept = keptOf(details);
		const text = JSON.stringify(kept);
		// A draft that the address names is read first.
		if (isSent || text === known.current || !isWorthKeeping(details)) return;
		if (id !== null && id !== shownId) return;
		const timer = setTimeout(async () => {
			known.current = text;
			const own = id ?? crypto.randomUUID();
			setShownId(own);
			if (id === null)
				setQuery((before) => ({ ...Object.fromEntries(before), draft: own }), { replace: true });
			try {
				await saveDraft(own, kept);
				setStatus("saved");
			} catch {
				setStatus("failed");
			}
		}, PAUSE_MS);
		return () => clearTimeout(timer);
	}, [details, id, shownId, isSent, setQuery]);

	useEffect(() => {
		if (!isSent || id === null) return;
		setQuery({}, { replace: true });
		setShownId(null);
		setStatus("none");
		void deleteDraft(id).catch(() => undefined);
	}, [isSent, id, setQuery]);

	/** Forgets which draft the form belongs to. */
	function leave() {
		setQuery({}, { replace: true });
		setShownId(null);
		setStatus("none");
	}
	const open = (chosen: string) => setQuery({ draft: chosen });
	return { id, status, open, leave };
}
