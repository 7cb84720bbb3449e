import { useEffect } from "react";

/** Asks before a link leaves a page with unsaved changes; the browser asks when the tab is closed. */
export function useLeaveGuard(isUnsaved: boolean, question: string): void {
	useEffect(() => {
		if (!isUnsaved) return;
		const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
		const onClick = (event: MouseEvent) => {
			const link = event.target instanceof Element && event.target.closest("a[href]");
			const isLeaving =
				link &&
				link.getAttribute("target") !== "_blank" &&
				!link.getAttribute("href")?.startsWith("#");
			if (!isLeaving) return;
			if (confirm(question)) removeEventListener("beforeunload", onUnload);
			else {
				event.preventDefault();
				event.stopPropagation();
			}
		};
		addEventListener("beforeunload", onUnload);
		// Must run before the router's own listener.
		document.addEventListener("click", onClick, true);
		return () => {
			removeEventListener("beforeunload", onUnload);
			document.removeEventListener("click", onClick, true);
		};
	}, [isUnsaved, question]);
}
