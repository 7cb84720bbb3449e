import { useEffect } from "react";

const APP = "Tillbox";
let isFirst = true;

/**
 * Names the document and, after a move inside the app, puts the focus on the page's heading, so
 * that a screen reader says where one is. Call it once in every screen, after its texts are known.
 */
export function usePage(title: string): void {
	useEffect(() => {
		document.title = title === APP ? APP : `${title} · ${APP}`;
	}, [title]);
	useEffect(() => {
		if (isFirst) {
			isFirst = false;
			return;
		}
		const heading = document.querySelector<HTMLElement>("main h1");
		if (!heading) return;
		heading.tabIndex = -1;
		heading.focus({ preventScroll: true });
	}, []);
}
