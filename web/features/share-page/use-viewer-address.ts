import { useCallback, useEffect, useState } from "react";
import { inSessionStorage } from "../../lib/page/storage.ts";

/** Also the id of files that only scroll into view. */
const PREFIX = "#file=";

const idInAddress = () =>
	location.hash.startsWith(PREFIX) ? location.hash.slice(PREFIX.length) : null;

const SHOWN = "shown-file";

/** The id of the file that this tab looked at last; empty if it was none. */
export const lastShown = () => inSessionStorage((storage) => storage.getItem(SHOWN)) ?? "";

/** Marks entries that going back may leave. */
const isOurs = () => (history.state as { viewer?: unknown } | null)?.viewer === true;

/** A link opens the file, opening adds a history entry, and Back closes it. */
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
		inSessionStorage((storage) => storage.setItem(SHOWN, next));
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
