import { createHash } from "node:crypto";
import type { Scheduler } from "../engine/scheduler.ts";

const TOLD = 50;
const DIGESTED = 65_536;

/** Events in plain words, with step and simulated time. */
export class EventLog {
	readonly #scheduler: Scheduler;
	readonly #digest = createHash("sha256");
	#text = "";
	readonly #last: string[] = [];
	readonly #listen: ((line: string) => void) | undefined;
	/** set once people and faults have ended: later events aren't kept in `last` */
	isOver = false;
	readonly counts = new Map<string, number>();

	constructor(scheduler: Scheduler, listen?: (line: string) => void) {
		this.#scheduler = scheduler;
		this.#listen = listen;
	}

	note(kind: string, text: string): void {
		const { now, steps } = this.#scheduler;
		const line = `${steps} ${new Date(now).toISOString()} ${kind} ${text}`;
		this.count(kind);
		this.trace(`${line}\n`);
		if (!this.isOver) this.#last.push(line);
		if (this.#last.length > TOLD) this.#last.shift();
		this.#listen?.(line);
	}

	count(kind: string): void {
		this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
	}

	/** Adds something too frequent for the log to the digest. */
	trace(text: string): void {
		this.#text += text;
		if (this.#text.length < DIGESTED) return;
		this.#digest.update(this.#text);
		this.#text = "";
	}

	get last(): readonly string[] {
		return this.#last;
	}

	digest(): string {
		return this.#digest.copy().update(this.#text).digest("hex");
	}
}
