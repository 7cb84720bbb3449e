import { createContext, use, useEffect, useMemo, useRef, useState } from "react";
import type { OwnChoice } from "../../../../worker/customers/choosing/contract.ts";
import { toastFailure } from "../../../ui/toast.ts";
import { type ChoiceInput, fetchChoice, saveChoice } from "../queries/choice.ts";
import { useHeartState, useHearts } from "../singles/hearts.ts";
import { useChoosingTexts } from "./texts.ts";

const SAVE_AFTER_MS = 1000;

type Known = Pick<NonNullable<OwnChoice["choice"]>, "name" | "sentAt">;
type Comments = ReadonlyMap<string, string>;

export type Choice = {
	/** null before a name is given */
	known: Known | null;
	/** of the share's files, how many have a heart */
	chosen: number;
	comments: Comments;
	comment: (id: string, text: string) => void;
	/** what differs from what was sent or saved is on its way */
	isSaving: boolean;
	isSending: boolean;
	/** Saves under a new name. */
	begin: (name: string) => Promise<boolean>;
	/** Returns false if it failed, after a toast. */
	send: (name: string) => Promise<boolean>;
	/** the panel for comments stays open from picture to picture */
	isPanelOpen: boolean;
	setPanelOpen: (isOpen: boolean) => void;
};

/** The hearts and comments of this browser, saved on the server as they change, once the client has a name. */
export function useOwnChoice(): Choice {
	const t = useChoosingTexts();
	const { page, hearts } = useHearts();
	const { ids } = useHeartState();
	const { fileShare, files } = page;
	const slug = fileShare.shareId;
	const isOpen = fileShare.choosing?.open ?? false;
	const [known, setKnown] = useState<Known | null>(null);
	const [comments, setComments] = useState<Comments>(new Map());
	const [isSending, setSending] = useState(false);
	const [isPanelOpen, setPanelOpen] = useState(false);
	const listed = useMemo(
		(): ChoiceInput["files"] =>
			files.flatMap(({ id }) => {
				const comment = comments.get(id)?.trim() || null;
				const chosen = ids.has(id);
				return chosen || comment ? [{ id, chosen, comment }] : [];
			}),
		[files, ids, comments],
	);
	const text = JSON.stringify(listed);
	const saved = useRef<string | null>(null);
	const [isDirty, setDirty] = useState(false);
	const latest = useRef({ listed, text, name: known?.name, isOpen });
	useEffect(() => {
		latest.current = { listed, text, name: known?.name, isOpen };
		setDirty(known !== null && text !== saved.current);
	});
	const line = useRef<Promise<unknown>>(Promise.resolve());
	/** One at a time, each with the newest state. */
	const actions = useMemo(() => {
		const put = (name: string, send: boolean) => {
			const next = line.current.then(async () => {
				const state = latest.current;
				const { sentAt } = await saveChoice(slug, { name, files: state.listed, send });
				saved.current = state.text;
				setKnown({ name, sentAt });
			});
			line.current = next.catch(() => undefined);
			return next;
		};
		const read = async () => {
			const { choice } = await fetchChoice(slug);
			const { name, text: now } = latest.current;
			// What isn't saved yet is newer.
			if (!choice || (name !== undefined && now !== saved.current)) return;
			const own = choice.files;
			setKnown({ name: choice.name, sentAt: choice.sentAt });
			setComments(new Map(own.map(({ id, comment }) => [id, comment ?? ""])));
			// Browsers may have emptied their storage since.
			const chosen = own.flatMap((file) => (file.chosen ? [file.id] : []));
			const { ids: before } = hearts.state();
			if (!files.some(({ id }) => before.has(id))) hearts.add(chosen);
			saved.current = JSON.stringify(own);
		};
		return {
			put,
			read: () => {
				line.current = line.current.then(read).catch(() => undefined);
			},
		};
	}, [slug, hearts, files]);
	const attempt = async (name: string, send: boolean) => {
		try {
			await actions.put(name, send);
			return true;
		} catch (error) {
			toastFailure(t(send ? "choosing.sendFailed" : "choosing.saveFailed"), error);
			return false;
		}
	};
	useEffect(() => {
		actions.read();
		const over = new AbortController();
		const flush = () => {
			const { name, isOpen: mayChange } = latest.current;
			if (!document.hidden) actions.read();
			else if (name !== undefined && mayChange && latest.current.text !== saved.current)
				void actions.put(name, false).catch(() => undefined);
		};
		document.addEventListener("visibilitychange", flush, { signal: over.signal });
		return () => over.abort();
	}, [actions]);
	const name = known?.name;
	// biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the wait
	useEffect(() => {
		// Another tab of this browser saves its own changes.
		if (name === undefined || !isOpen || text === saved.current || document.hidden) return;
		const timer = setTimeout(() => void attempt(name, false), SAVE_AFTER_MS);
		return () => clearTimeout(timer);
	}, [name, isOpen, text]);
	return {
		known,
		chosen: listed.filter((file) => file.chosen).length,
		comments,
		comment: (id, words) => setComments(new Map(comments).set(id, words)),
		isSaving: isDirty,
		isSending,
		begin: (given) => attempt(given, false),
		async send(given) {
			setSending(true);
			const isSent = await attempt(given, true);
			setSending(false);
			return isSent;
		},
		isPanelOpen,
		setPanelOpen,
	};
}

export const ChoiceContext = createContext<Choice | null>(null);

export function useChoice(): Choice {
	const choice = use(ChoiceContext);
	if (!choice) throw new Error("nothing is chosen here");
	return choice;
}
