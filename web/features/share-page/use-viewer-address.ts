import { useCallback, useEffect, useState } from "react";

/** The name of a file in the address's hash; elements of files that only scroll have it as their id. */
const PREFIX = "#file=";

const idInAddress = () =>
	location.hash.startsWith(PREFIX) ? location.hash.slice(PREFIX.length) : null;

/** Whether this history entry was added by opening the viewer, so that going back closes it. */
const isOurs = () => (history.state as { viewer?: unknown } | null)?.viewer === true;

/**
 * Which file the viewer shows, by the address: a link to one file opens it, opening adds an entry to the
 * history, and the browser's Back closes it.
 */
export function useViewerAddress() {
	const [id, setId] = useState<string | null>(null);
	useEffect(() => {
		const read = () => setId(idInAddress());
		read();
		window.addEventListener("popstate", read);
		return () => window.removeEventListener("popstate", read);
	}, []);
	const show = useCallback((next: string) => {
		const address = `${PREFIX}${next}`;
		if (idInAddress() === null) history.pushState({ ...history.state, viewer: true }, "", address);
		else history.replaceState(history.state, "", address);
		setId(next);
	}, []);
	const close = useCallback(() => {
		if (idInAddress() !== null) {
			if (isOurs()) history.back();
			else history.replaceState(history.state, "", location.pathname + location.search);
		}
		setId(null);
	}, []);
	return { id, show, close };
}
