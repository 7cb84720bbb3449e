import type { DraftDetails } from "../../../../worker/catalogue/drafts/contract.ts";
import { inLocalStorage } from "../../../lib/page/storage.ts";

/** Text of drafts that isn't on the server yet, in this browser. */

const keyOf = (creatorId: string, id: string) => `unsent-draft:${creatorId}:${id}`;

export function keepUnsent(creatorId: string, id: string, text: string): void {
	inLocalStorage((storage) => storage.setItem(keyOf(creatorId, id), text));
}

/** Keeps text that changed after it was `saved`. */
export function forgetUnsent(creatorId: string, id: string, saved?: string): void {
	const key = keyOf(creatorId, id);
	inLocalStorage((storage) => {
		if (saved === undefined || storage.getItem(key) === saved) storage.removeItem(key);
	});
}

export function unsentText(creatorId: string, id: string): DraftDetails | null {
	const text = inLocalStorage((storage) => storage.getItem(keyOf(creatorId, id)));
	return text ? JSON.parse(text) : null;
}

export function unsentIds(creatorId: string): string[] {
	const start = keyOf(creatorId, "");
	return (inLocalStorage(Object.keys) ?? [])
		.filter((key) => key.startsWith(start))
		.map((key) => key.slice(start.length));
}
