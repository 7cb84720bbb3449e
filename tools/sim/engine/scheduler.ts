import { AsyncLocalStorage } from "node:async_hooks";

/** Cancelled if `run` is null. */
export type Task = { readonly at: number; readonly order: number; run: (() => void) | null };

/**
 * The only clock and queue. Everything a task starts has settled before the next begins, so this queue alone decides
 * the order: by time, then by when it was planned.
 */
export class Scheduler {
	/** ms since the epoch */
	now: number;
	steps = 0;
	readonly #heap: Task[] = [];
	#planned = 0;
	#working = 0;
	#work: Promise<unknown> = Promise.resolve();

	constructor(start: number) {
		this.now = start;
	}

	after(ms: number, run: () => void): Task {
		const task: Task = { at: this.now + Math.max(0, ms), order: this.#planned++, run };
		this.#push(task);
		return task;
	}

	/** Like `after`, in the caller's asynchronous context. */
	timer(ms: number, run: () => void): Task {
		return this.after(ms, AsyncLocalStorage.bind(run));
	}

	wait(ms: number): Promise<void> {
		return new Promise((resolve) => this.after(ms, resolve));
	}

	get next(): number | null {
		for (let first = this.#heap[0]; first; first = this.#heap[0]) {
			if (first.run) return first.at;
			this.#pop();
		}
		return null;
	}

	/**
	 * Runs work that uses other threads, such as encryption, one after the other; the next task waits for it, so that
	 * the order is the same on every machine.
	 */
	real<T>(work: () => Promise<T>): Promise<T> {
		this.#working++;
		const done = this.#work.then(work).finally(() => {
			this.#working--;
		});
		this.#work = done.catch(() => undefined);
		return done;
	}

	/** Runs the next task until everything it started has settled; false if there is none. */
	async step(): Promise<boolean> {
		if (this.next === null) return false;
		const task = this.#pop();
		this.now = Math.max(this.now, task?.at ?? 0);
		this.steps++;
		task?.run?.();
		do await new Promise(setImmediate);
		while (this.#working > 0);
		return true;
	}

	#push(task: Task): void {
		const heap = this.#heap;
		let at = heap.length;
		heap.push(task);
		while (at > 0) {
			const above = (at - 1) >> 1;
			const parent = heap[above] as Task;
			if (!isBefore(task, parent)) break;
			heap[at] = parent;
			at = above;
		}
		heap[at] = task;
	}

	#pop(): Task | undefined {
		const heap = this.#heap;
		const first = heap[0];
		const last = heap.pop();
		if (!first || !last || heap.length === 0) return first;
		let at = 0;
		for (;;) {
			let below = at * 2 + 1;
			const right = heap[below + 1];
			if (right && isBefore(right, heap[below] as Task)) below++;
			const child = heap[below];
			if (!child || !isBefore(child, last)) break;
			heap[at] = child;
			at = below;
		}
		heap[at] = last;
		return first;
	}
}

const isBefore = (one: Task, other: Task) =>
	one.at < other.at || (one.at === other.at && one.order < other.order);
