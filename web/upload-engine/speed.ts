const SETTLE_MS = 6_000;
const SAMPLE_MS = 500;

/**
 * Smoothed upload speed. Bytes are added as they are sent; samples are taken twice a second and weighted
 * by age, so that bursts caused by the browser's buffers don't make the value jump.
 */
export class SpeedMeter {
	#rate = 0;
	#weight = 0;
	#bytes = 0;
	#since: number;

	/** `now` in ms. */
	constructor(now: number) {
		this.#since = now;
	}

	/** `bytes` more have been sent by `now` (ms). */
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

	/** Starts a new interval, so that time without sending (paused, offline) is not counted. */
	rest(now: number): void {
		this.#bytes = 0;
		this.#since = now;
	}

	/** Returns bytes per second; null until there is enough data. */
	get bytesPerSecond(): number | null {
		// The weights sum to less than one while there are few samples: without it the first values would be
		// too low.
		return this.#weight < 0.1 ? null : this.#rate / this.#weight;
	}

	/** Returns the seconds until `bytes` more are sent; null while unknown. */
	secondsFor(bytes: number): number | null {
		const rate = this.bytesPerSecond;
		return rate === null || rate < 1 ? null : Math.round(bytes / rate);
	}
}
