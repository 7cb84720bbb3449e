import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
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
	/** this tab's changes that aren't saved yet, or couldn't be; null without any */
	unsaved: "saving" | "failed" | null;
	isSending: boolean;
	/** Saves under a new name. */
	begin: (name: string) => Promise<boolean>;
	/** Returns false if it failed, after a toast. */
	send: (name: string) => Promise<boolean>;
	/** the panel for comments stays open from picture to picture */
	isPanelOpen: boolean;
	setPanelOpen: (isOpen: boolean) => void;
};

/**
 * The hearts and comments of this browser, saved on the server as they change, once the client has a name. A page that
 * isn't used doesn't read them.
 */
export function useOwnChoice(isUsed: boolean): Choice {
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
	/** Changes of another tab are saved there. */
	const isTouched = useRef(false);
	const [isDirty, setDirty] = useState(false);
	const [hasFailed, setFailed] = useState(false);
	const latest = useRef({ listed, text, name: known?.name, isOpen });
	const hasUnsaved = useCallback(() => {
		const { name, text: now } = latest.current;
		return name !== undefined && isTouched.current && now !== saved.current;
	}, []);
	useEffect(() => {
		latest.current = { listed, text, name: known?.name, isOpen };
		setDirty(hasUnsaved());
	});
	useEffect(
		() =>
			hearts.subscribe((isOwn) => {
				if (isOwn) isTouched.current = true;
			}),
		[hearts],
	);
	const line = useRef<Promise<unknown>>(Promise.resolve());
	/** One at a time, each with the newest state. */
	const actions = useMemo(() => {
		const save = async (name: string, send: boolean) => {
			const state = latest.current;
			setFailed(false);
			try {
				const { sentAt } = await saveChoice(slug, { name, files: state.listed, send });
				saved.current = state.text;
				isTouched.current = latest.current.text !== state.text;
				setKnown({ name, sentAt });
			} catch (error) {
				isTouched.current = true;
				setFailed(true);
				throw error;
			}
		};
		const inLine = (action: () => Promise<void>) => {
			const next = line.current.then(action);
			line.current = next.catch(() => undefined);
			return next;
		};
		const read = async () => {
			const { choice } = await fetchChoice(slug);
			// Unsaved changes are newer.
			if (!choice || hasUnsaved()) return;
			const own = choice.files;
			setKnown({ name: choice.name, sentAt: choice.sentAt });
			setComments(new Map(own.map(({ id, comment }) => [id, comment ?? ""])));
			const chosen = new Set(own.flatMap((file) => (file.chosen ? [file.id] : [])));
			const before = hearts.state().ids;
			const isFirst = saved.current === null;
			const had = (JSON.parse(saved.current ?? "[]") as typeof own).map(({ id }) => id);
			// Browsers may have emptied their storage since, and a file's new version has another id.
			const missing = [...chosen].filter((id) => !before.has(id) && !had.includes(id));
			if (missing.length > 0) hearts.add(missing);
			saved.current = JSON.stringify(own);
			// The last visit may have ended before all was saved.
			isTouched.current = isFirst && files.some(({ id }) => before.has(id) && !chosen.has(id));
		};
		return {
			put: (name: string, send: boolean) => inLine(() => save(name, send)),
			/** Saves what is left to save; otherwise reads what another tab has saved. */
			sync: () => {
				const next = inLine(async () => {
					const { name, isOpen: mayChange } = latest.current;
					await (name !== undefined && mayChange && hasUnsaved() ? save(name, false) : read());
				});
				void next.catch(() => undefined);
			},
		};
	}, [slug, hearts, files, hasUnsaved]);
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
		if (!isUsed) return;
		actions.sync();
		const over = new AbortController();
		const flush = () => {
			if (!document.hidden || hasUnsaved()) actions.sync();
		};
		document.addEventListener("visibilitychange", flush, { signal: over.signal });
		return () => over.abort();
	}, [isUsed, actions, hasUnsaved]);
	const name = known?.name;
	// biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the wait
	useEffect(() => {
		if (name === undefined || !isOpen || !isDirty || document.hidden) return;
		const timer = setTimeout(() => void attempt(name, false), SAVE_AFTER_MS);
		return () => clearTimeout(timer);
	}, [name, isOpen, text, isDirty]);
	return {
		known,
		chosen: listed.filter((file) => file.chosen).length,
		comments,
		comment(id, words) {
			isTouched.current = true;
			setComments(new Map(comments).set(id, words));
		},
		unsaved: isDirty ? (hasFailed ? "failed" : "saving") : null,
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
