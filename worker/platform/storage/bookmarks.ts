/** Begins reads at the primary. As text it sorts after every bookmark. */
const PRIMARY = "first-primary";
/** Bookmarks sort by age as text: https://developers.cloudflare.com/d1/reference/time-travel */
const FORM = /^(?:[0-9a-f-]{1,100}|first-primary)$/;

const later = (a: string | null, b: string | null) => (a === null || (b ?? "") > a ? b : a);

/** The states of the database that a browser has seen: a read at the newest one misses nothing that it has written. */
export class Bookmarks {
	readonly #carried: string | null;
	#noted: string | null = null;
	#isDoubtful = false;

	/** Ignores what doesn't have a bookmark's form. */
	constructor(carried: readonly string[] = []) {
		this.#carried = carried
			.filter((bookmark) => FORM.test(bookmark))
			.reduce<string | null>(later, null);
	}

	note(bookmark: string | null): void {
		this.#noted = later(this.#noted, bookmark);
		this.#isDoubtful = false;
	}

	doubt(): void {
		this.#isDoubtful = true;
	}

	/** The primary's state couldn't be read: until it is, reads begin there. */
	lose(): void {
		this.#noted = PRIMARY;
	}

	/** The request may have written a state that it doesn't know; the next query reveals it. */
	get isDoubtful(): boolean {
		return this.#isDoubtful;
	}

	get newest(): string | null {
		if (this.#carried === PRIMARY && this.#noted !== null) return this.#noted;
		return later(this.#carried, this.#noted);
	}

	/** The newest state, if the request didn't come with it. */
	get fresh(): string | null {
		return this.newest === this.#carried ? null : this.newest;
	}
}
