import type { DraftDetails } from "../../../../worker/contract/catalogue/drafts.ts";

/*
 * What was typed into a draft and could not be saved on the server yet, kept in this browser as JSON by creator and
 * draft.
 */

const keyOf = (creatorId: string, id: string) => `unsent-draft:${creatorId}:${id}`;

/** Keeps the text; returns false where the browser keeps nothing. */
export function keepUnsent(creatorId: string, id: string, text: string): boolean {
	try {
		localStorage.setItem(keyOf(creatorId, id), text);
		return true;
	} catch {
		return false;
	}
}

/** Forgets the text, unless it has changed since it was `saved`. */
export function forgetUnsent(creatorId: string, id: string, saved?: string): void {
	const key = keyOf(creatorId, id);
	if (saved === undefined || localStorage.getItem(key) === saved) localStorage.removeItem(key);
}

/** Returns what was typed into the draft and not saved; null for nothing. */
export function unsentText(creatorId: string, id: string): DraftDetails | null {
	const text = localStorage.getItem(keyOf(creatorId, id));
	return text === null ? null : JSON.parse(text);
}

/** Returns this creator's drafts that have such text. */
export function unsentIds(creatorId: string): string[] {
	const start = keyOf(creatorId, "");
	return Object.keys(localStorage)
		.filter((key) => key.startsWith(start))
		.map((key) => key.slice(start.length));
}
