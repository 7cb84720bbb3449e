export class Random {
	#state: number;
	constructor(seed: number) {
		this.#state = seed >>> 0;
	}

	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let t = this.#state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** A whole number from `low` to `high`, both included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	one<T>(list: readonly T[]): T {
		const chosen = list[this.between(0, list.length - 1)];
		if (chosen === undefined) throw new Error("nothing to choose from");
		return chosen;
	}

	/** Chooses in proportion to the weights. */
	weighted<const Name extends string>(weights: Readonly<Record<Name, number>>): Name {
		const entries = Object.entries(weights) as [Name, number][];
		let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
		for (const [name, weight] of entries) {
			left -= weight;
			if (left < 0) return name;
		}
		return this.one(entries)[0];
	}
}
