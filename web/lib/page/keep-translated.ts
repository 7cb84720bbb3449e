/**
 * Keeps React working on a page that Chrome translates by replacing text nodes with `<font>` elements,
 * which React would trip over (facebook/react#11538): a text node takes back its place before React
 * touches it.
 */

/** Maps each replaced text node to its translation's nodes; Chrome may merge neighbours. */
const translations = new WeakMap<Node, ChildNode[]>();

const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === "FONT";

function noteTranslations(records: readonly MutationRecord[]): void {
	for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
		for (const text of removedNodes) {
			const font = [addedNodes[0], previousSibling, nextSibling].find(isFont);
			// A wrapped text node is found through its parents.
			if (!font || !(text instanceof Text) || text.parentNode || translations.has(text)) continue;
			const group = translations.get(font) ?? [font];
			group.push(text);
			translations.set(font, group).set(text, group);
		}
}

const observer = new MutationObserver(noteTranslations);
observer.observe(document, { childList: true, subtree: true });

function putBack(node: Node): void {
	while (isFont(node.parentElement))
		node.parentElement.replaceWith(...node.parentElement.childNodes);
	if (node.parentNode) return;
	noteTranslations(observer.takeRecords());
	const group = translations.get(node) ?? [];
	const [font, ...texts] = group;
	font?.replaceWith(...texts);
	for (const one of group) translations.delete(one);
}

const { insertBefore } = Node.prototype;
const setNodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")?.set;

Node.prototype.removeChild = (child) => {
	putBack(child);
	translations.set(child, []);
	// Wherever it is now; no error if it isn't in the document.
	(child as Node as ChildNode).remove();
	return child;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
	if (next) putBack(next);
	insertBefore.call(this, node, next?.parentNode === this ? next : null);
	return node;
};

Object.defineProperty(Node.prototype, "nodeValue", {
	set(this: Node, value: string | null) {
		putBack(this);
		setNodeValue?.call(this, value);
	},
});
