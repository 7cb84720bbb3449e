type FileState = "waiting" | "sending" | "done" | "failed";

export type FileProgress = { state: FileState; sent: number; size: number };

type Entry = {
	size: number;
	parts: number;
	safe: Set<number>;
	safeBytes: number;
	/** bytes sent, by part in flight */
	inFlight: Map<number, number>;
	hasFailed: boolean;
};

export class ProgressTracker {
	readonly partSize: number;
	readonly totalBytes: number;
	readonly #entries: Entry[];
	#safeBytes = 0;
	#inFlightBytes = 0;
	#filesDone = 0;

	constructor(
		files: readonly { size: number; parts: number; received: readonly number[] }[],
		partSize: number,
	) {
		this.partSize = partSize;
		this.#entries = files.map(({ size, parts }) => ({
			size,
			parts,
			safe: new Set(),
			safeBytes: 0,
			inFlight: new Map(),
			hasFailed: false,
		}));
		this.totalBytes = files.reduce((sum, { size }) => sum + size, 0);
		files.forEach(({ received }, file) => {
			for (const part of received) this.safe(file, part);
		});
	}

	get sentBytes(): number {
		return this.#safeBytes + this.#inFlightBytes;
	}

	get filesDone(): number {
		return this.#filesDone;
	}

	get isAllSafe(): boolean {
		return this.#filesDone === this.#entries.length;
	}

	rangeOf(file: number, part: number): { start: number; end: number } {
		const start = (part - 1) * this.partSize;
		return { start, end: Math.min(start + this.partSize, this.#entry(file).size) };
	}

	sent(file: number, part: number, bytes: number): number {
		const entry = this.#entry(file);
		const { start, end } = this.rangeOf(file, part);
		const now = Math.min(bytes, end - start);
		const more = now - (entry.inFlight.get(part) ?? 0);
		entry.inFlight.set(part, now);
		this.#inFlightBytes += more;
		return more;
	}

	/** Called for every result. */
	landed(file: number, part: number): void {
		const entry = this.#entry(file);
		this.#inFlightBytes -= entry.inFlight.get(part) ?? 0;
		entry.inFlight.delete(part);
	}

	safe(file: number, part: number): void {
		const entry = this.#entry(file);
		if (entry.safe.has(part)) return;
		const { start, end } = this.rangeOf(file, part);
		entry.safe.add(part);
		entry.safeBytes += end - start;
		this.#safeBytes += end - start;
		if (entry.safe.size === entry.parts) this.#filesDone++;
	}

	lost(file: number, part: number): void {
		const entry = this.#entry(file);
		if (entry.safe.size === entry.parts) this.#filesDone--;
		if (!entry.safe.delete(part)) return;
		const { start, end } = this.rangeOf(file, part);
		entry.safeBytes -= end - start;
		this.#safeBytes -= end - start;
	}

	fail(file: number, hasFailed: boolean): void {
		this.#entry(file).hasFailed = hasFailed;
	}

	/** Parts neither stored nor in flight. */
	missing(file: number): number[] {
		const { parts, safe, inFlight } = this.#entry(file);
		return Array.from({ length: parts }, (_, i) => i + 1).filter(
			(part) => !safe.has(part) && !inFlight.has(part),
		);
	}

	progressOf(file: number): FileProgress {
		const entry = this.#entry(file);
		let sent = entry.safeBytes;
		for (const bytes of entry.inFlight.values()) sent += bytes;
		const state: FileState = entry.hasFailed
			? "failed"
			: entry.safe.size === entry.parts
				? "done"
				: entry.inFlight.size > 0 || entry.safe.size > 0
					? "sending"
					: "waiting";
		return { state, sent, size: entry.size };
	}

	#entry(file: number): Entry {
		const entry = this.#entries[file];
		if (!entry) throw new RangeError(`There is no file ${file} in this upload.`);
		return entry;
	}
}
