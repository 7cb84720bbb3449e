import type { DraftDetails } from "../../../../worker/contract/catalogue/drafts.ts";
import { inLocalStorage } from "../../../lib/page/storage.ts";

/*
 * Text typed into a draft but not yet saved on the server, stored in this browser as JSON by creator and
 * draft.
 */

const keyOf = (creatorId: string, id: string) => `unsent-draft:${creatorId}:${id}`;

/** Returns false if the browser stores nothing. */
export function keepUnsent(creatorId: string, id: string, text: string): boolean {
	const isKept = inLocalStorage((storage) => {
		storage.setItem(keyOf(creatorId, id), text);
		return true;
	});
	return isKept === true;
}

/** Unless the text has changed since it was `saved`. */
export function forgetUnsent(creatorId: string, id: string, saved?: string): void {
	const key = keyOf(creatorId, id);
	inLocalStorage((storage) => {
		if (saved === undefined || storage.getItem(key) === saved) storage.removeItem(key);
	});
}

/** Null if nothing is unsaved. */
export function unsentText(creatorId: string, id: string): DraftDetails | null {
	const text = inLocalStorage((storage) => storage.getItem(keyOf(creatorId, id)));
	return text ? JSON.parse(text) : null;
}

/** Drafts of this creator with unsaved text. */
export function unsentIds(creatorId: string): string[] {
	const start = keyOf(creatorId, "");
	return (inLocalStorage(Object.keys) ?? [])
		.filter((key) => key.startsWith(start))
		.map((key) => key.slice(start.length));
}
