const SETTLE_MS = 6_000;
const SAMPLE_MS = 500;

/** Weighs samples by age, so that bursts from the browser's buffers don't make it jump. */
export class SpeedMeter {
	#rate = 0;
	#weight = 0;
	#bytes = 0;
	#since: number;

	/** `now` in ms. */
	constructor(now: number) {
		this.#since = now;
	}

	add(bytes: number, now: number): void {
		this.#bytes += bytes;
		const passed = now - this.#since;
		if (passed < SAMPLE_MS) return;
		const keep = Math.exp(-passed / SETTLE_MS);
		this.#rate = this.#rate * keep + ((this.#bytes * 1000) / passed) * (1 - keep);
		this.#weight = this.#weight * keep + (1 - keep);
		this.#bytes = 0;
		this.#since = now;
	}

	/** Excludes time without sending. */
	rest(now: number): void {
		this.#bytes = 0;
		this.#since = now;
	}

	/** Null until there is enough data. */
	get bytesPerSecond(): number | null {
		// With few samples the weights add up to less than one.
		return this.#weight < 0.1 ? null : this.#rate / this.#weight;
	}

	secondsFor(bytes: number): number | null {
		const rate = this.bytesPerSecond;
		return rate === null || rate < 1 ? null : Math.round(bytes / rate);
	}
}
