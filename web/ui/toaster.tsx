import { lazy, Suspense, useSyncExternalStore } from "react";
import { toastStore } from "./toast.ts";

const ToastArea = lazy(() => import("./toast-area.tsx"));

/** Shows the toasts. Its weight is fetched with the first one. */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
	const wanted = useSyncExternalStore(toastStore.subscribe, () => toastStore.get() !== null);
	const seen = useSeen(wanted);
	if (!seen) return null;
	return (
		<Suspense>
			<ToastArea label={label} closeLabel={closeLabel} />
		</Suspense>
	);
}

let hasBeenWanted = false;
/** True from the first toast on, so that leaving toasts can finish their animation. */
function useSeen(wanted: boolean): boolean {
	if (wanted) hasBeenWanted = true;
	return hasBeenWanted;
}
