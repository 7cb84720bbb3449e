import { useEffect, useState, useSyncExternalStore } from "react";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { dismissToast, type ToastMessage, toastStore } from "./toast.ts";
import type ToastArea from "./toast-area.tsx";

/** Toasts follow one of these events. */
const FIRST_ACTS = ["pointerdown", "keydown", "focusin"] as const;

/**
 * Loads the toasts' code on the first interaction, in case the network fails later; until then toasts are
 * plain text.
 */
export function Toaster({ label }: { label: string }) {
	const current = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null);
	const [hasActed, setActed] = useState(false);
	const [Area, setArea] = useState<typeof ToastArea | null>(null);
	const [hasFailed, setFailed] = useState(false);
	const isWanted = hasActed || current !== null;

	useEffect(() => {
		const act = () => setActed(true);
		for (const name of FIRST_ACTS) addEventListener(name, act, { once: true, passive: true });
		return () => {
			for (const name of FIRST_ACTS) removeEventListener(name, act);
		};
	}, []);

	// Not `lazy`: revealed from a boundary of its own, the region appeared twice in the document.
	useEffect(() => {
		if (!isWanted || Area) return;
		import("./toast-area.tsx").then(
			(loaded) => setArea(() => loaded.default),
			() => setFailed(true),
		);
	}, [isWanted, Area]);

	if (Area) return <Area label={label} />;
	return hasFailed && current && <PlainToast key={current.id} {...current} />;
}

function PlainToast({ id, title, text }: ToastMessage) {
	const t = useCommonTexts();
	return (
		<div
			role="alert"
			className="fixed inset-x-4 bottom-4 z-50 flex items-start gap-3 rounded-card border border-line bg-surface p-4 text-ink shadow-float md:left-auto md:w-[388px]"
		>
			<div className="min-w-0 flex-1">
				<p className="font-semibold">{title}</p>
				{text && <p className="text-muted">{text}</p>}
			</div>
			<button type="button" className="btn btn-ghost btn-xs" onClick={() => dismissToast(id)}>
				{t("common.close")}
			</button>
		</div>
	);
}
