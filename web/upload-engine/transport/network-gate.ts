import type { Clock } from "../clock.ts";
import type { Network } from "./network.ts";

/** Delays parts without a network, or while the server wants a wait. */
export class NetworkGate {
	readonly #clock: Clock;
	readonly #network: Network;
	#closedUntil = 0;

	constructor(clock: Clock, network: Network) {
		this.#clock = clock;
		this.#network = network;
	}

	closeFor(ms: number): void {
		this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now() + ms);
	}

	get isOnline(): boolean {
		return this.#network.isOnline();
	}

	/** Rejects if the signal is aborted. */
	async pass(signal: AbortSignal): Promise<void> {
		for (;;) {
			if (!this.#network.isOnline()) await this.#network.whenOnline(signal);
			const wait = this.#closedUntil - this.#clock.now();
			if (wait <= 0) return signal.throwIfAborted();
			await this.#clock.sleep(wait, signal);
		}
	}
}
