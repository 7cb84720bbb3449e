/**
 * Runs tasks side by side, but no more than `tasks` and no more than `bytes` of what they hold in
 * memory at once. The first failure stops everything that is asked for later.
 */
export class BoundedWork {
	private readonly limits: { tasks: number; bytes: number };
	private readonly running = new Set<Promise<void>>();
	private held = 0;
	private failed: { error: unknown } | null = null;

	constructor(limits: { tasks: number; bytes: number }) {
		this.limits = limits;
	}

	/** Waits for room, then starts the task and does not wait for it. Throws an earlier task's error. */
	async add(bytes: number, task: () => Promise<void>): Promise<void> {
		while (
			this.running.size > 0 &&
			(this.running.size >= this.limits.tasks || this.held + bytes > this.limits.bytes)
		)
			await Promise.race(this.running);
		if (this.failed) throw this.failed.error;
		this.held += bytes;
		const run: Promise<void> = task()
			.catch((error: unknown) => {
				this.failed ??= { error };
			})
			.finally(() => {
				this.held -= bytes;
				this.running.delete(run);
			});
		this.running.add(run);
	}

	/** Waits until nothing runs any more, without throwing: what was begun has ended one way or other. */
	async settled(): Promise<void> {
		await Promise.all(this.running);
	}

	/** Waits for all tasks; throws the first error. */
	async done(): Promise<void> {
		await this.settled();
		if (this.failed) throw this.failed.error;
	}
}
