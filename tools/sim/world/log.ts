import { createHash } from "node:crypto";
import type { Scheduler } from "../engine/scheduler.ts";

/** How many events are told when a run has failed. */
const TOLD = 50;
/** The digest takes its text in pieces of about so many characters. */
const DIGESTED = 65_536;

/** What happened, in plain words, with the step and the simulated time. */
export class EventLog {
	readonly #scheduler: Scheduler;
	readonly #digest = createHash("sha256");
	/** what the digest has still to take */
	#text = "";
	readonly #last: string[] = [];
	readonly #listen: ((line: string) => void) | undefined;
	/** set once people and faults have ended: what follows is not among the last events */
	isOver = false;
	/** how often each kind of event has happened */
	readonly counts = new Map<string, number>();

	/** `listen` gets each line. */
	constructor(scheduler: Scheduler, listen?: (line: string) => void) {
		this.#scheduler = scheduler;
		this.#listen = listen;
	}

	/** Notes what people would call an event. */
	note(kind: string, text: string): void {
		const { now, steps } = this.#scheduler;
		const line = `${steps} ${new Date(now).toISOString()} ${kind} ${text}`;
		this.count(kind);
		this.trace(`${line}\n`);
		if (!this.isOver) this.#last.push(line);
		if (this.#last.length > TOLD) this.#last.shift();
		this.#listen?.(line);
	}

	/** Counts what is too frequent to be told. */
	count(kind: string): void {
		this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
	}

	/** Makes part of the digest what is too frequent to be told. */
	trace(text: string): void {
		this.#text += text;
		if (this.#text.length < DIGESTED) return;
		this.#digest.update(this.#text);
		this.#text = "";
	}

	get last(): readonly string[] {
		return this.#last;
	}

	/** A hash of all that happened so far: equal for equal runs. */
	digest(): string {
		return this.#digest.copy().update(this.#text).digest("hex");
	}
}
