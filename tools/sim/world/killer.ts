import type { Random } from "../engine/random.ts";

/** How often a place is passed at most before an isolate dies there. */
const LATEST = 4;
/** In how many sought places of one run an isolate dies at most, so that business goes on: as many times the share. */
const MOST_SOUGHT = 500;

/**
 * Decides where isolates die: of the places where the Worker's code waits, a share is chosen, and at each of those an
 * isolate is killed once, at the first pass or soon after; at those that are sought, at the first pass.
 */
export class Killer {
	/** places that were reached while isolates may die, and those where one was killed, as `file:line:column` */
	readonly reached = new Set<string>();
	readonly killed = new Set<string>();
	/** of the latter, those that were sought */
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

	/** Whether an isolate dies at this place now. Places are counted in the present version only. */
	strikes(place: string, version: string): boolean {
		if (version !== "new" || !this.isActive || this.#rate === 0) return false;
		this.reached.add(place);
		let left = this.#left.get(place);
		if (left === undefined) {
			// Drawn for each place, so that what is sought changes nothing of the others.
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
