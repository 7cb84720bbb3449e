import "../lib/page/keep-translated.ts";
import type { ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { i18n, textsToWaitFor } from "../lib/i18n/i18n.ts";
import { loadServerTexts } from "../lib/i18n/reason-text.ts";
import { recoverFromChunkFailure } from "../lib/page/chunk-recovery.ts";
import { Document } from "./document.tsx";

/** Hydrates the server's HTML once the screen's code is loaded; otherwise renders immediately. */
export function startDocument(
	app: ReactNode,
	loadScreen?: (() => Promise<unknown>) | undefined,
): void {
	window.addEventListener("vite:preloadError", (event) => {
		if (recoverFromChunkFailure()) event.preventDefault();
	});
	i18n.onChange(() => void loadServerTexts());
	void loadServerTexts();
	const root = document.getElementById("root");
	if (!root) throw new Error("The document has no #root");
	const isRendered = "rendered" in root.dataset;
	const render = () => {
		// Hydration would fail if the browser has already translated the page.
		if (isRendered && !root.querySelector("font")) hydrateRoot(root, <Document app={app} />);
		else createRoot(root).render(<Document app={app} />);
	};
	// Without its code and texts the first render would suspend and discard the server's HTML.
	const renderWithTexts = () => {
		const texts = textsToWaitFor();
		if (texts) void texts.then(render);
		else render();
	};
	// Rendering reports a screen that can't be loaded.
	if (isRendered && loadScreen) void loadScreen().then(renderWithTexts, renderWithTexts);
	else renderWithTexts();
}

/** Null if the Worker rendered nothing. */
export function readInlined<Data>(id: string): Data | null {
	const text = document.getElementById(id)?.textContent;
	// The Worker writes the element from the same type.
	return text ? (JSON.parse(text) as Data) : null;
}
