import type { Random } from "../engine/random.ts";

/** At most so many passes before a kill. */
const LATEST = 4;
/** Limits sought kills in a run, in proportion to the rate, so that business goes on. */
const MOST_SOUGHT = 500;

/**
 * Chooses a share of the Worker's `await`s; each kills an isolate once, at one of the first passes, or at the first if
 * sought.
 */
export class Killer {
	/** places reached while kills are on, and those with a kill, as `file:line:column` */
	readonly reached = new Set<string>();
	readonly killed = new Set<string>();
	readonly found = new Set<string>();
	isActive = true;
	readonly #random: Random;
	readonly #rate: number;
	readonly #isSought: (place: string) => boolean;
	readonly #left = new Map<string, number>();

	constructor(random: Random, rate: number, isSought: (place: string) => boolean = () => false) {
		this.#random = random;
		this.#rate = rate;
		this.#isSought = isSought;
	}

	/** True if an isolate dies here now. Counts only the present version. */
	strikes(place: string, version: string): boolean {
		if (version !== "new" || !this.isActive || this.#rate === 0) return false;
		this.reached.add(place);
		let left = this.#left.get(place);
		if (left === undefined) {
			// Always drawn, so that sought places don't change the others.
			const chosen = this.#random.between(1, LATEST);
			left = this.#random.chance(this.#rate) ? chosen : 0;
			if (this.found.size < MOST_SOUGHT * this.#rate && this.#isSought(place)) {
				this.found.add(place);
				left = 1;
			}
		}
		this.#left.set(place, Math.max(0, left - 1));
		if (left !== 1) return false;
		this.killed.add(place);
		return true;
	}
}
