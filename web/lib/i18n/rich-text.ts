import { cloneElement, type ReactElement, type ReactNode } from "react";

const TAGGED = /<(\w+)>(.*?)<\/\1>/gs;

/** Parts can't be nested. */
export function withElements(
	text: string,
	elements: Readonly<Record<string, ReactElement>>,
): ReactNode[] {
	const nodes: ReactNode[] = [];
	let end = 0;
	for (const match of text.matchAll(TAGGED)) {
		const [whole, name = "", inner] = match;
		const element = elements[name];
		if (!element) continue;
		nodes.push(text.slice(end, match.index));
		nodes.push(cloneElement(element, { key: match.index }, inner));
		end = match.index + whole.length;
	}
	return [...nodes, text.slice(end)].filter((node) => node !== "");
}
