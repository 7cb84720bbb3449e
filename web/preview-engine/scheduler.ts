export type Task = {
	/** Returns the pixels that are decoded at once while it runs. */
	weigh: () => Promise<number>;
	/** An expensive task; cheap ones never wait for it. */
	isDear: boolean;
	/** Handles its own errors. */
	run: (signal: AbortSignal) => Promise<void>;
};

export type Limits = {
	/** tasks at once */
	slots: number;
	/** pixels at the same time; a heavier task runs without another one that has a weight */
	weight: number;
};

type Run = { abort: AbortController; weight: number };
type Waiter = { weight: number; enter: () => void };

/** Runs tasks in the given order, as many at once as the limits allow. */
export class Scheduler {
	readonly #limits: Limits;
	#waiting: Task[] = [];
	readonly #running = new Map<Task, Run>();
	/** for memory, in order */
	#waiters: Waiter[] = [];
	#weight = 0;

	constructor(limits: Limits) {
		this.#limits = limits;
	}

	/** Replaces waiting tasks, and aborts running ones that aren't among `tasks`. */
	schedule(tasks: readonly Task[]): void {
		const remaining = new Set(tasks);
		for (const [task, { abort }] of this.#running) if (!remaining.has(task)) abort.abort();
		this.#waiting = tasks.filter((task) => this.#running.get(task)?.abort.signal.aborted !== false);
		this.#fill();
	}

	#fill(): void {
		for (;;) {
			// One that was aborted and is wanted again waits for its own end.
			const at = this.#waiting.findIndex(
				(task) => !this.#running.has(task) && this.#hasSlotFor(task),
			);
			const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
			if (!next) return;
			void this.#run(next);
		}
	}

	#hasSlotFor({ isDear }: Task): boolean {
		if (this.#running.size < this.#limits.slots) return true;
		return !isDear && [...this.#running.keys()].every((running) => running.isDear);
	}

	async #run(task: Task): Promise<void> {
		const run: Run = { abort: new AbortController(), weight: 0 };
		const { signal } = run.abort;
		this.#running.set(task, run);
		try {
			const weight = await task.weigh().catch(() => this.#limits.weight);
			await this.#reserve(run, Math.min(weight, this.#limits.weight));
			if (!signal.aborted) await task.run(signal);
		} finally {
			this.#running.delete(task);
			this.#weight -= run.weight;
			this.#admit();
			this.#fill();
		}
	}

	#reserve(run: Run, weight: number): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		const waiter: Waiter = {
			weight,
			enter: () => {
				run.weight = weight;
				this.#weight += weight;
				resolve();
			},
		};
		run.abort.signal.addEventListener("abort", () => {
			this.#waiters = this.#waiters.filter((other) => other !== waiter);
			resolve();
			this.#admit();
		});
		if (!run.abort.signal.aborted) this.#waiters.push(waiter);
		else resolve();
		this.#admit();
		return promise;
	}

	#admit(): void {
		for (;;) {
			const [next] = this.#waiters;
			if (!next || this.#weight + next.weight > this.#limits.weight) return;
			this.#waiters.shift();
			next.enter();
		}
	}
}
