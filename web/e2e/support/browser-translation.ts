import type { Page } from "@playwright/test";

/**
 * Like Chrome, replaces text nodes with `<font>` elements of the same words, including later ones.
 * Runs in an isolated world, so that the page's code can't tell.
 */
export async function translatePage(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page);
	const source = `(${translate})()`;
	const worldName = "translation";
	await session.send("Page.enable");
	await session.send("Page.addScriptToEvaluateOnNewDocument", { source, worldName });
	const { frameTree } = await session.send("Page.getFrameTree");
	const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
		frameId: frameTree.frame.id,
		worldName,
	});
	await session.send("Runtime.evaluate", { contextId, expression: source });
}

function translate(): void {
	const replace = (text: Text) => {
		if (!text.data.trim() || text.parentElement?.closest("head, font, script, style, svg")) return;
		const font = document.createElement("font");
		font.append(document.createElement("font"));
		font.firstElementChild?.append(text.data);
		text.before(font);
		text.remove();
	};
	const translateIn = (root: Node) => {
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
		const texts = [root, ...iterate(walker)].filter((node) => node instanceof Text);
		for (const text of texts) if (text.isConnected) replace(text);
	};
	function* iterate(walker: TreeWalker) {
		for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node;
	}
	new MutationObserver((records) => {
		for (const { target, addedNodes, type } of records)
			for (const node of type === "characterData" ? [target] : addedNodes) translateIn(node);
	}).observe(document, { childList: true, characterData: true, subtree: true });
	translateIn(document);
}
