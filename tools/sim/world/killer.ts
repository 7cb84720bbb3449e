import type { Random } from "../engine/random.ts";

/** How often a place is passed at most before an isolate dies there. */
const LATEST = 4;

/**
 * Decides where isolates die: of the places where the Worker's code waits, a share is chosen, and at each of those an
 * isolate is killed once, at the first pass or soon after.
 */
export class Killer {
	/** places that were reached, and those where an isolate was killed, by number */
	readonly reached = new Set<number>();
	readonly killed = new Set<number>();
	isActive = true;
	readonly #random: Random;
	readonly #rate: number;
	readonly #left = new Map<number, number>();

	constructor(random: Random, rate: number) {
		this.#random = random;
		this.#rate = rate;
	}

	/** Whether an isolate dies at this place now. Places are counted in the present version only. */
	strikes(at: number, version: string): boolean {
		if (version !== "new") return false;
		this.reached.add(at);
		if (!this.isActive || this.#rate === 0) return false;
		const left =
			this.#left.get(at) ?? (this.#random.chance(this.#rate) ? this.#random.between(1, LATEST) : 0);
		this.#left.set(at, Math.max(0, left - 1));
		if (left !== 1) return false;
		this.killed.add(at);
		return true;
	}
}
