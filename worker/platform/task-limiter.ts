/**
 * Runs at most `tasks` at a time, using at most `bytes` of memory. The first failure rejects everything added
 * later.
 */
export class TaskLimiter {
	private readonly limits: { tasks: number; bytes: number };
	private readonly running = new Set<Promise<void>>();
	private held = 0;
	private failed: { error: unknown } | null = null;

	constructor(limits: { tasks: number; bytes: number }) {
		this.limits = limits;
	}

	/** Starts the task once there is capacity. Throws an earlier task's error. */
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

	/** Waits for the running tasks without throwing. */
	async settled(): Promise<void> {
		await Promise.all(this.running);
	}

	async done(): Promise<void> {
		await this.settled();
		if (this.failed) throw this.failed.error;
	}
}
