import { createContext, use, useSyncExternalStore } from "react";
import type { Edition } from "../../../../worker/catalogue/shares/contract/editions.ts";
import type { ShareResponse } from "../../../../worker/catalogue/shares/contract/shares.ts";
import { inLocalStorage } from "../../../lib/page/storage.ts";
import { countFiles } from "../queries/counts.ts";

export type HeartState = {
	readonly ids: ReadonlySet<string>;
	/** the size to buy */
	readonly edition: Edition;
};
type Counted = { seen: string[]; hearts: string[] };
type Stored = { ids: string[]; edition: Edition; counted: Counted };

export type Hearts = {
	state: () => HeartState;
	/** `isOwn` is false for changes made in another tab. */
	subscribe: (listener: (isOwn: boolean) => void) => () => void;
	toggle: (id: string) => void;
	add: (ids: Iterable<string>) => void;
	choose: (edition: Edition) => void;
	see: (id: string) => void;
	/** Sends what isn't counted yet, each file once per browser. */
	count: () => void;
	/** Reads what another tab has stored. */
	read: () => void;
};

const NONE: HeartState = { ids: new Set(), edition: "full" };
const keyOf = (slug: string) => `hearts:${slug}`;

/** The favourites of this browser, which only its storage keeps. */
export function openHearts(slug: string): Hearts {
	let state = NONE;
	let counted: Counted = { seen: [], hearts: [] };
	const seen = new Set<string>();
	const listeners = new Set<(isOwn: boolean) => void>();
	const tell = (isOwn: boolean) => {
		for (const listener of listeners) listener(isOwn);
	};
	const read = () => {
		const text = inLocalStorage((storage) => storage.getItem(keyOf(slug)));
		if (!text) return;
		const stored = JSON.parse(text) as Stored;
		state = { ids: new Set(stored.ids), edition: stored.edition };
		counted = stored.counted;
		tell(false);
	};
	const store = () => {
		const stored: Stored = { ids: [...state.ids], edition: state.edition, counted };
		inLocalStorage((storage) => storage.setItem(keyOf(slug), JSON.stringify(stored)));
	};
	const change = (next: Partial<HeartState>) => {
		state = { ...state, ...next };
		store();
		tell(true);
	};
	read();
	return {
		state: () => state,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		toggle(id) {
			const ids = new Set(state.ids);
			if (!ids.delete(id)) ids.add(id);
			change({ ids });
		},
		add: (ids) => change({ ids: new Set([...state.ids, ...ids]) }),
		choose: (edition) => change({ edition }),
		see(id) {
			seen.add(id);
		},
		count() {
			const fresh = {
				seen: [...seen].filter((id) => !counted.seen.includes(id)),
				hearts: [...state.ids].filter((id) => !counted.hearts.includes(id)),
			};
			if (fresh.seen.length + fresh.hearts.length === 0 || !countFiles(slug, fresh)) return;
			counted = {
				seen: [...counted.seen, ...fresh.seen],
				hearts: [...counted.hearts, ...fresh.hearts],
			};
			store();
		},
		read,
	};
}

type FilterName = "all" | "favorites" | "shared" | "bought";
/** As it was when the filter was chosen, so that a picture whose heart is removed stays in place. */
export type Filter = { name: FilterName; ids: ReadonlySet<string> } | null;

type Value = {
	page: ShareResponse;
	hearts: Hearts;
	filter: Filter;
	setFilter: (filter: Filter) => void;
	/** the favourites of a link that was opened; null without one */
	shared: ReadonlySet<string> | null;
	/** closes the offer to take them over */
	dismiss: () => void;
};
export const HeartsContext = createContext<Value | null>(null);

export function useHearts(): Value {
	const value = use(HeartsContext);
	if (!value) throw new Error("no hearts here");
	return value;
}

export function useHeartState(): HeartState {
	const { hearts } = useHearts();
	return useSyncExternalStore(hearts.subscribe, hearts.state, () => NONE);
}

/** Rerenders only when this file's heart changes. */
export function useIsHearted(id: string): boolean {
	const { hearts } = useHearts();
	return useSyncExternalStore(
		hearts.subscribe,
		() => hearts.state().ids.has(id),
		() => false,
	);
}
