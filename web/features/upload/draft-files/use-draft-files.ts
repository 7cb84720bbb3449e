import { type Dispatch, useEffect, useRef, useState } from "react";
import { originOf } from "../choose/gather-files.ts";
import { coverIndexOf, type Draft, type DraftAction } from "../organise/draft.ts";
import { bringBack, type Restored, recognised } from "./bring-back.ts";
import { forgetDraft, forgetOthers, type KeptFile, keepDraft, keptDraft } from "./kept-drafts.ts";

/** How long nothing changes before the files are kept. */
const PAUSE_MS = 500;

type Options = {
	/** of the draft that the form belongs to; null before it is one */
	id: string | null;
	creatorId: string;
	draft: Draft;
	act: Dispatch<DraftAction>;
	/** it has become an upload */
	isSent: boolean;
	/** the creator's drafts; undefined until they are known */
	known: readonly { id: string }[] | undefined;
};

const placed = (restored: readonly Restored[]) =>
	restored.map(({ kept, file }) => ({ file, folder: kept.folder }));

/**
 * Keeps the files of a draft in this browser, and brings them back when the draft is opened. `missing` has
 * those that must be chosen again; `act` recognises them among the files that are added.
 */
export function useDraftFiles({ id, creatorId, draft, act, isSent, known }: Options) {
	const [loadedId, setLoadedId] = useState<string | null>(null);
	const [missing, setMissing] = useState<readonly KeptFile[]>([]);
	const [lost, setLost] = useState<number | null>(null);
	const shownId = useRef<string | null>(null);
	const hasTidied = useRef(false);

	useEffect(() => {
		if (id === null || isSent || loadedId === id) return;
		// The files in the form are those of the draft that was open before.
		if (shownId.current !== null && shownId.current !== id) act({ type: "clear" });
		shownId.current = id;
		let isStale = false;
		async function load(wanted: string) {
			const kept = await keptDraft(wanted, creatorId);
			const found = kept && (await bringBack(kept, false));
			if (isStale) return;
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
			setLost(null);
			setLoadedId(wanted);
		}
		void load(id);
		return () => {
			isStale = true;
		};
	}, [id, creatorId, isSent, loadedId, act]);

	useEffect(() => {
		if (id === null || isSent || loadedId !== id) return;
		let isStale = false;
		const timer = setTimeout(async () => {
			const at = coverIndexOf(draft);
			const files = [...draft.files.map(({ file, folder }) => keptOf(file, folder)), ...missing];
			if (files.length === 0 && draft.made.length === 0) {
				await forgetDraft(id);
				if (!isStale) setLost(null);
				return;
			}
			const cover = "picture" in draft.cover ? draft.cover.picture : at;
			const kept = { id, creatorId, files, made: draft.made, cover };
			const left = await keepDraft(
				kept,
				draft.files.map(({ file }) => file),
			);
			if (!isStale) setLost(Math.max(0, left - missing.length));
		}, PAUSE_MS);
		return () => {
			isStale = true;
			clearTimeout(timer);
		};
	}, [id, creatorId, isSent, loadedId, draft, missing]);

	useEffect(() => {
		if (!isSent || id === null) return;
		setMissing([]);
		setLost(null);
		setLoadedId(null);
		shownId.current = null;
		void forgetDraft(id);
	}, [isSent, id]);

	// Once for each visit: drafts end in other browsers too.
	useEffect(() => {
		if (!known || hasTidied.current) return;
		hasTidied.current = true;
		void forgetOthers(creatorId, new Set([...known.map((each) => each.id), id ?? ""]));
	}, [known, creatorId, id]);

	function take(action: DraftAction) {
		if (action.type !== "add" || missing.length === 0) return act(action);
		const found = recognised(missing, action.files);
		if (found.restored.length > 0)
			act({ type: "restore", files: placed(found.restored), made: [] });
		if (found.others.length > 0) act({ ...action, files: found.others });
		setMissing(found.missing);
	}

	/** Asks for the permission to read what has a handle. */
	async function allow() {
		if (id === null) return;
		const found = await bringBack({ id, files: missing }, true);
		act({ type: "restore", files: placed(found.restored), made: [] });
		setMissing(found.missing);
	}

	return {
		act: take,
		missing,
		/** how many files of the form won't be there again; null while that is not known */
		lost: draft.files.length > 0 ? lost : null,
		allow: missing.some(({ handle }) => handle !== null) ? allow : null,
		leaveOut: () => setMissing([]),
	};
}

function keptOf(file: File, folder: string): KeptFile {
	const { name, size, type, lastModified } = file;
	return { name, size, type, lastModified, folder, ...originOf(file) };
}
