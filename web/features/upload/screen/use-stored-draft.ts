import { useEffect, useRef, useState } from "react";
import type { DraftDetails, ShareDraft } from "../../../../worker/contract/catalogue/drafts.ts";
import { deleteDraft, saveDraft } from "../../../lib/server/queries/drafts.ts";
import { forgetUnsent, keepUnsent, unsentIds, unsentText } from "../draft-files/unsent-text.ts";
import type { Details } from "./details.ts";

/** The pause in typing after which the draft is saved. */
const PAUSE_MS = 1_000;
/** Until a failed save is retried, unless the browser is back online earlier. */
const RETRY_MS = 10_000;

const keptOf = ({ addTo: _, replaces: __, ...kept }: Details): DraftDetails => kept;

type Options = {
	creatorId: string;
	/** the form's draft */
	id: string;
	/** the server has nothing of it yet */
	isNew: boolean;
	details: Details;
	change: (part: Partial<Details>) => void;
	hasFiles: boolean;
	/** the creator's drafts on the server; undefined until they are known */
	known: readonly ShareDraft[] | undefined;
	/** the form has become an upload, and becomes a draft again if that is given up */
	isSent: boolean;
	/** the form isn't a draft now: it was sent, or concerns an existing share */
	isOff: boolean;
};

/**
 * Saves the form as a draft on the server, and fills it from the draft that is opened. What could not be
 * saved is stored in this browser, and saved later.
 */
export function useStoredDraft(options: Options) {
	const { creatorId, id, isNew, details, change, hasFiles, known, isSent, isOff } = options;
	/** the draft whose text is in the form */
	const [shownId, setShownId] = useState<string | null>(null);
	/** the text as the server has it; null if it has none */
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
		// Text typed before the drafts were known stays; text of another draft goes.
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
		// Pauses saving: the deletion could take what was just saved.
		setBusy(true);
		deleteDraft(id)
			.catch(() => undefined)
			.finally(() => setBusy(false));
	}, [isSent, creatorId, id, saved]);

	// Text left unsaved by other visits, or before another draft was opened.
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
		/** there is something to come back to, though maybe not on the server yet */
		isDraft: !isOff && (hasText || hasFiles || saved !== null),
		/** the server has the draft */
		isStored: saved !== null,
	};
}
