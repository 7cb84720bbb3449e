import { type Dispatch, useEffect, useRef, useState } from "react";
import { uploadedFields } from "../../../../worker/catalogue/shares/contract/file-fields.ts";
import { originOf } from "../choose/gather-files.ts";
import { type ChosenFile, coverIndexOf, type Draft, type DraftAction } from "../organise/draft.ts";
import { bringBack, type Restored, recognised } from "./bring-back.ts";
import {
	fileKey,
	forgetDraft,
	forgetOthers,
	type KeptFile,
	keepDraft,
	keptDraft,
} from "./kept-drafts.ts";

type Options = {
	id: string;
	creatorId: string;
	draft: Draft;
	act: Dispatch<DraftAction>;
	/** the server has it */
	isStored: boolean;
	/** the form has become an upload; it becomes a draft again if that is given up */
	isSent: boolean;
	/** the form isn't a draft: it was sent, or is about an existing share */
	isOff: boolean;
	known: readonly { id: string }[] | undefined;
};

const placed = (restored: readonly Restored[]) =>
	restored.map(({ kept, file }) => ({
		file,
		folder: kept.folder,
		...uploadedFields(kept),
	}));

/**
 * Keeps a draft's files in this browser and restores them. Files leave the form only when removed,
 * or when another draft is opened and they are stored. `missing` must be chosen again; `act`
 * recognises them.
 */
export function useDraftFiles(options: Options) {
	const { id, creatorId, draft, act, isStored, isSent, isOff, known } = options;
	const [loadedId, setLoadedId] = useState<string | null>(null);
	const [missing, setMissing] = useState<readonly KeptFile[]>([]);
	/** stored last; `lost`: files that can't be restored */
	const [kept, setKept] = useState<{ draft: Draft; lost: number } | null>(null);
	const hasTidied = useRef(false);
	/** files no longer in the form were removed */
	const had = useRef(new Set<string>());
	/** stores pending changes; null if there are none */
	const keepNow = useRef<(() => Promise<void>) | null>(null);

	useEffect(() => {
		if (isOff || loadedId === id) return;
		let isStale = false;
		async function load() {
			await keepNow.current?.();
			const kept = await keptDraft(id, creatorId);
			const found = kept && (await bringBack(kept, false));
			if (isStale) return;
			// The form still has the files of the previous draft.
			if (loadedId !== null) act({ type: "clear" });
			had.current = new Set(kept?.files.map(fileKey));
			if (kept && found) {
				const cover = typeof kept.cover === "number" ? kept.files[kept.cover] : null;
				act({
					type: "restore",
					files: placed(found.restored),
					made: kept.made,
					cover:
						kept.cover instanceof Blob
							? { picture: kept.cover }
							: { at: found.restored.findIndex((one) => one.kept === cover) },
				});
			}
			setMissing(found?.missing ?? []);
			setLoadedId(id);
		}
		void load();
		return () => {
			isStale = true;
		};
	}, [id, creatorId, isOff, loadedId, act]);

	useEffect(() => {
		if (isOff || loadedId !== id) return;
		let isStale = false;
		async function keep() {
			keepNow.current = null;
			const files = [...draft.files.map(keptOf), ...missing];
			const keys = new Set(files.map(fileKey));
			const removed = [...had.current].filter((key) => !keys.has(key));
			for (const key of keys) had.current.add(key);
			const cover = "picture" in draft.cover ? draft.cover.picture : coverIndexOf(draft);
			const left = await keepDraft(
				{ id, creatorId, files, made: draft.made, cover, isStored, keptAt: Date.now() },
				draft.files.map(({ file }) => file),
				removed,
			);
			if (!isStale) setKept({ draft, lost: Math.max(0, left - missing.length) });
		}
		keepNow.current = keep;
		// The page may be left at any moment.
		const timer = setTimeout(keep);
		return () => {
			isStale = true;
			clearTimeout(timer);
		};
	}, [id, creatorId, isOff, isStored, loadedId, draft, missing]);

	useEffect(() => {
		if (!isSent) return;
		keepNow.current = null;
		setMissing([]);
		void forgetDraft(id);
	}, [isSent, id]);

	// Once per visit: drafts end in other browsers too.
	useEffect(() => {
		if (!known || hasTidied.current) return;
		hasTidied.current = true;
		void forgetOthers(creatorId, new Set([...known.map((each) => each.id), id]));
	}, [known, creatorId, id]);

	function take(action: DraftAction) {
		if (action.type !== "add" || missing.length === 0) return act(action);
		const found = recognised(missing, action.files);
		if (found.restored.length > 0)
			act({ type: "restore", files: placed(found.restored), made: [] });
		if (found.others.length > 0) act({ ...action, files: found.others });
		setMissing(found.missing);
	}

	async function allow() {
		const found = await bringBack({ id, files: missing }, true);
		act({ type: "restore", files: placed(found.restored), made: [] });
		setMissing(found.missing);
	}

	return {
		act: take,
		missing,
		/** files that can't be restored; null until they are stored */
		lost: draft.files.length > 0 && kept?.draft === draft ? kept.lost : null,
		allow: missing.some(({ handle }) => handle !== null) ? allow : null,
		leaveOut: () => setMissing([]),
	};
}

function keptOf({ key: _, file, ...choices }: ChosenFile): KeptFile {
	const { name, size, type, lastModified } = file;
	return { name, size, type, lastModified, ...choices, ...originOf(file) };
}
