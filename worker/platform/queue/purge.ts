import type { PlatformCtx } from "../context.ts";
import { log, serializeError } from "../log.ts";
import { doubling } from "./claim.ts";
import { enqueue, runTasks, type Task } from "./queue.ts";

const MINUTE = 60 * 1000;

/** Belongs in the batch that removes the rows; retried until it succeeds. */
export function queuePurge(ctx: PlatformCtx, keyPrefix: string, notBefore = ctx.now()) {
	return enqueue(ctx, "purge", { key: keyPrefix, dueAt: notBefore });
}

export async function removePrefix(bucket: R2Bucket, prefix: string): Promise<void> {
	for (;;) {
		const { objects, truncated } = await bucket.list({ prefix });
		if (objects.length > 0) await bucket.delete(objects.map((object) => object.key));
		// Lists from the start again: the listed ones are gone.
		if (!truncated) return;
	}
}

type PurgingCtx<C> = PlatformCtx & {
	readonly handlers: {
		readonly afterPurge: readonly ((ctx: C, keyPrefix: string) => Promise<void>)[];
	};
};

/** A task's key is the prefix of the objects' keys. */
export function runPurges<C extends PurgingCtx<C>>(ctx: C): Promise<void> {
	return runTasks(ctx, {
		kind: "purge",
		limit: 50,
		waits: doubling(5 * MINUTE, 6 * 60 * MINUTE),
		run: async (tasks) => {
			const done: Task[] = [];
			for (const task of tasks) {
				try {
					await removePrefix(ctx.files, task.key);
					for (const after of ctx.handlers.afterPurge) await after(ctx, task.key);
					done.push(task);
				} catch (error) {
					log("error", "purge.failed", { prefix: task.key, ...serializeError(error) });
				}
			}
			return done;
		},
	});
}
