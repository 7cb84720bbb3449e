const SETTLE_MS = 6_000;
const SAMPLE_MS = 500;

/**
 * Smoothed speed of the line. Bytes that leave are added as they leave; samples are taken twice a
 * second and weighed by age, so that bursts of the browser's buffers don't make the figure jump.
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

	/** `bytes` more have left by `now` (ms). */
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

	/** Begins a new stretch without counting the time that nothing was sent (paused, offline). */
	rest(now: number): void {
		this.#bytes = 0;
		this.#since = now;
	}

	/** Bytes a second; null until there is something to go by. */
	get bytesPerSecond(): number | null {
		// The weight is below one while samples are few: without it the first numbers would be too low.
		return this.#weight < 0.1 ? null : this.#rate / this.#weight;
	}

	/** Seconds until `bytes` more have left; null while that can't be said. */
	secondsFor(bytes: number): number | null {
		const rate = this.bytesPerSecond;
		return rate === null || rate < 1 ? null : Math.round(bytes / rate);
	}
}
