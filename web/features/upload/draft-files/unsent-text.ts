import type { DraftDetails } from "../../../../worker/contract/catalogue/drafts.ts";
import { inLocalStorage } from "../../../lib/page/storage.ts";

/*
 * What was typed into a draft and could not be saved on the server yet, kept in this browser as JSON by creator and
 * draft.
 */

const keyOf = (creatorId: string, id: string) => `unsent-draft:${creatorId}:${id}`;

/** Keeps the text; returns false where the browser keeps nothing. */
export function keepUnsent(creatorId: string, id: string, text: string): boolean {
	const isKept = inLocalStorage((storage) => {
		storage.setItem(keyOf(creatorId, id), text);
		return true;
	});
	return isKept === true;
}

/** Forgets the text, unless it has changed since it was `saved`. */
export function forgetUnsent(creatorId: string, id: string, saved?: string): void {
	const key = keyOf(creatorId, id);
	inLocalStorage((storage) => {
		if (saved === undefined || storage.getItem(key) === saved) storage.removeItem(key);
	});
}

/** Returns what was typed into the draft and not saved; null for nothing. */
export function unsentText(creatorId: string, id: string): DraftDetails | null {
	const text = inLocalStorage((storage) => storage.getItem(keyOf(creatorId, id)));
	return text ? JSON.parse(text) : null;
}

/** Returns this creator's drafts that have such text. */
export function unsentIds(creatorId: string): string[] {
	const start = keyOf(creatorId, "");
	return (inLocalStorage(Object.keys) ?? [])
		.filter((key) => key.startsWith(start))
		.map((key) => key.slice(start.length));
}
