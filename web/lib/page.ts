import { useEffect } from "react";

const APP = "Tillbox";
let isFirst = true;

/** Scrolls to the part of the page that a hash such as `#plans` names, if it exists. */
export function scrollToHash(hash: string): void {
	if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
}

/**
 * Sets the document's title and, after navigation inside the app, moves the focus to the page's heading,
 * so that screen readers announce the new page. Call it once in every screen, after its texts are loaded.
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
