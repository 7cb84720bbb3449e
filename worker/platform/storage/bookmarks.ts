/** Begins reads at the primary. As text it sorts after every bookmark. */
const PRIMARY = "first-primary";
/** Bookmarks sort by age as text: https://developers.cloudflare.com/d1/reference/time-travel */
const FORM = /^(?:[0-9a-f-]{1,100}|first-primary)$/;

const later = (a: string | null, b: string | null) => (a === null || (b ?? "") > a ? b : a);

/** Database states that a browser has seen: a read at the newest one misses nothing that it has written. */
export class Bookmarks {
	readonly #carried: string | null;
	#noted: string | null = null;
	#isDoubtful = false;

	/** Ignores values that aren't bookmarks. */
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

	/** If the primary's state couldn't be read, reads begin there until it is. */
	lose(): void {
		this.#noted = PRIMARY;
	}

	/** The request may have written an unknown state; the next query reveals it. */
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
