import { useEffect } from "react";
import { APP_NAME } from "../i18n/app-name.ts";

let isFirst = true;

/** Set by server bundles, since a server has no document. */
export const renderedPage = { title: "" };

/** A hash such as `#plans`; does nothing if no such part exists. */
export function scrollToHash(hash: string): void {
	if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
}

/** Ends fallback fonts, and plays the clicks that boot.js recorded. */
function startPage(): void {
	document.getElementById("root")?.classList.remove("first-paint");
	for (const button of document.querySelectorAll<HTMLElement>("[data-clicked]")) {
		button.removeAttribute("data-clicked");
		button.click();
	}
}

/** After navigation inside the app, moves the focus to the heading, so that screen readers announce the page. */
export function usePage(title: string): void {
	const fullTitle = title === APP_NAME ? APP_NAME : `${title} · ${APP_NAME}`;
	if (import.meta.env.SSR) renderedPage.title = fullTitle;
	useEffect(() => {
		document.title = fullTitle;
	}, [fullTitle]);
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
