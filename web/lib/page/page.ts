import { useEffect } from "react";
import { APP_NAME } from "../i18n/app-name.ts";

let isFirst = true;

/** The title of the page that a server bundle has rendered; a server has no document. */
export const renderedPage = { title: "" };

/** Scrolls to the part of the page that a hash such as `#plans` names, if it exists. */
export function scrollToHash(hash: string): void {
	if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
}

/** Ends what holds until a rendered page reacts: fallback fonts (styles.css), and clicks that boot.js noted. */
function startPage(): void {
	document.getElementById("root")?.classList.remove("first-paint");
	for (const button of document.querySelectorAll<HTMLElement>("[data-clicked]")) {
		button.removeAttribute("data-clicked");
		button.click();
	}
}

/**
 * Sets the document's title and, after navigation inside the app, moves the focus to the page's heading,
 * so that screen readers announce the new page. Call it once in every screen, after its texts are loaded.
 */
export function usePage(title: string): void {
	const whole = title === APP_NAME ? APP_NAME : `${title} · ${APP_NAME}`;
	if (import.meta.env.SSR) renderedPage.title = whole;
	useEffect(() => {
		document.title = whole;
	}, [whole]);
	useEffect(() => {
		scrollToHash(location.hash);
		if (isFirst) {
			isFirst = false;
			startPage();
			return;
		}
		const heading = document.querySelector<HTMLElement>("main h1");
		if (!heading) return;
		heading.tabIndex = -1;
		heading.focus({ preventScroll: true });
	}, []);
}
