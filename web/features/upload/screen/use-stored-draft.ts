import { useEffect, useRef, useState } from "react";
import type { DraftDetails, ShareDraft } from "../../../../worker/catalogue/drafts/contract.ts";
import { deleteDraft, saveDraft } from "../../../lib/server/queries/drafts.ts";
import { forgetUnsent, keepUnsent, unsentIds, unsentText } from "../draft-files/unsent-text.ts";
import type { Details } from "./details.ts";

/** The pause in typing after which the draft is saved. */
const PAUSE_MS = 1_000;
/** Until a failed save is retried, unless the browser is online earlier. */
const RETRY_MS = 10_000;

const keptOf = ({ addTo: _, replaces: __, noSamples: ___, ...kept }: Details): DraftDetails => kept;

type Options = {
	creatorId: string;
	id: string;
	/** the server has none of it yet */
	isNew: boolean;
	details: Details;
	change: (part: Partial<Details>) => void;
	hasFiles: boolean;
	/** on the server */
	known: readonly ShareDraft[] | undefined;
	/** the form has become an upload; it becomes a draft again if that is given up */
	isSent: boolean;
	/** the form isn't a draft: it was sent, or is about an existing share */
	isOff: boolean;
};

/**
 * Saves on the server, or in this browser while that fails; fills the form from an opened draft.
 */
export function useStoredDraft(options: Options) {
	const { creatorId, id, isNew, details, change, hasFiles, known, isSent, isOff } = options;
	const [shownId, setShownId] = useState<string | null>(null);
	/** on the server; null if it has none */
	const [saved, setSaved] = useState<string | null>(null);
	const [status, setStatus] = useState<"none" | "saved" | "failed">("none");
	const [isBusy, setBusy] = useState(false);
	const blank = useRef(keptOf(details));
	const text = JSON.stringify(keptOf(details));

	useEffect(() => {
		if (isOff || shownId === id || !(known || isNew)) return;
		const stored = known?.find((each) => each.id === id)?.details;
		const found = unsentText(creatorId, id) ?? stored;
		const isTyped = ([name, value]: [string, unknown]) =>
			JSON.stringify(value) !== JSON.stringify(blank.current[name as keyof DraftDetails]);
		// Keeps text typed before the drafts were known, but not that of another draft.
		const typed = shownId === null ? Object.entries(keptOf(details)).filter(isTyped) : [];
		if (found || shownId !== null)
			change({ ...(found ?? blank.current), ...Object.fromEntries(typed) });
		setShownId(id);
		setSaved(stored ? JSON.stringify(stored) : null);
		setStatus("none");
	}, [isOff, isNew, known, shownId, creatorId, id, details, change]);

	const hasText = `${details.title}${details.description}`.trim() !== "";
	const isUnsaved = !isOff && shownId === id && text !== saved && hasText;

	useEffect(() => {
		if (isUnsaved) keepUnsent(creatorId, id, text);
	}, [isUnsaved, creatorId, id, text]);

	useEffect(() => {
		if (!isUnsaved || isBusy) return;
		async function save() {
			setBusy(true);
			try {
				await saveDraft(id, JSON.parse(text));
				forgetUnsent(creatorId, id, text);
				setSaved(text);
				setStatus("saved");
			} catch {
				setStatus("failed");
			}
			setBusy(false);
		}
		const timer = setTimeout(save, status === "failed" ? RETRY_MS : PAUSE_MS);
		window.addEventListener("online", save);
		return () => {
			clearTimeout(timer);
			window.removeEventListener("online", save);
		};
	}, [isUnsaved, isBusy, creatorId, id, text, status]);

	useEffect(() => {
		if (!isSent) return;
		forgetUnsent(creatorId, id);
		if (saved === null) return;
		setSaved(null);
		setStatus("none");
		// Pauses saving, since the deletion could take it too.
		setBusy(true);
		deleteDraft(id)
			.catch(() => undefined)
			.finally(() => setBusy(false));
	}, [isSent, creatorId, id, saved]);

	// Saves text that other visits left unsaved.
	const isKnown = known !== undefined;
	useEffect(() => {
		if (!isKnown) return;
		for (const other of unsentIds(creatorId)) {
			const unsent = other === id ? null : unsentText(creatorId, other);
			if (unsent)
				void saveDraft(other, unsent).then(
					() => forgetUnsent(creatorId, other, JSON.stringify(unsent)),
					() => undefined,
				);
		}
	}, [isKnown, creatorId, id]);

	return {
		status,
		/** it can be reopened, though maybe not from the server yet */
		isDraft: !isOff && (hasText || hasFiles || saved !== null),
		isStored: saved !== null,
	};
}
