import { useEffect } from "react";

const APP = "Tillbox";
let isFirst = true;

/** Shows the part of the page that a hash such as `#plans` names, if the page has it. */
export function scrollToHash(hash: string): void {
	if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
}

/**
 * Names the document and, after a move inside the app, puts the focus on the page's heading, so
 * that a screen reader says where one is. Call it once in every screen, after its texts are known.
 */
export function usePage(title: string): void {
	useEffect(() => {
		document.title = title === APP ? APP : `${title} · ${APP}`;
	}, [title]);
	useEffect(() => {
		scrollToHash(location.hash);
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
