/** `file` is the index in the upload, `part` counts from 1. */
export type Part = { file: number; part: number };

export type QueuedFile = {
	parts: number;
	/** numbers of the parts that are already stored */
	received: readonly number[];
};

/** Computed on demand, since a share may have hundreds of thousands. Requeued parts come first. */
export class PartQueue {
	readonly #files: { parts: number; received: ReadonlySet<number>; isOut: boolean }[];
	#returned: Part[] = [];
	#file = 0;
	#part = 1;

	constructor(files: readonly QueuedFile[]) {
		this.#files = files.map(({ parts, received }) => ({
			parts,
			received: new Set(received),
			isOut: false,
		}));
	}

	/** Null if there is none at the moment. */
	peek(): Part | null {
		return this.#returned.at(-1) ?? this.#advance();
	}

	take(): Part | null {
		const returned = this.#returned.pop();
		if (returned) return returned;
		const next = this.#advance();
		if (next) this.#part++;
		return next;
	}

	putBack(part: Part): void {
		if (!this.#files[part.file]?.isOut) this.#returned.push(part);
	}

	exclude(file: number): void {
		const entry = this.#files[file];
		if (entry) entry.isOut = true;
		this.#returned = this.#returned.filter((part) => part.file !== file);
	}

	/** Requeues missing parts of an excluded file, or parts that the server lacks. */
	include(file: number, missing: readonly number[]): void {
		const entry = this.#files[file];
		if (!entry) return;
		this.exclude(file);
		// The cursor would return later parts a second time.
		entry.received = new Set(Array.from({ length: entry.parts }, (_, i) => i + 1));
		entry.isOut = false;
		for (const part of [...missing].reverse()) this.#returned.push({ file, part });
	}

	#advance(): Part | null {
		for (;;) {
			const entry = this.#files[this.#file];
			if (!entry) return null;
			if (entry.isOut || this.#part > entry.parts) {
				this.#file++;
				this.#part = 1;
			} else if (entry.received.has(this.#part)) this.#part++;
			else return { file: this.#file, part: this.#part };
		}
	}
}
