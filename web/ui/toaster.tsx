import { useEffect, useState, useSyncExternalStore } from "react";
import { toastStore } from "./toast.ts";
import type ToastArea from "./toast-area.tsx";

/**
 * Shows the toasts. Its code is loaded with the first one; it stays mounted, so that exit animations can
 * finish.
 */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
	const isWanted = useSyncExternalStore(
		toastStore.subscribe,
		() => toastStore.get() !== null,
		() => false,
	);
	const [Area, setArea] = useState<typeof ToastArea | null>(null);
	// Not with `lazy`: revealed from a boundary of its own, the region was in the document twice.
	useEffect(() => {
		if (!isWanted || Area) return;
		import("./toast-area.tsx").then(
			(loaded) => setArea(() => loaded.default),
			(error: unknown) => console.error("A message could not be shown.", error),
		);
	}, [isWanted, Area]);
	return Area && <Area label={label} closeLabel={closeLabel} />;
}
