import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../../app.ts";

const NONE = {
	/** to the Worker; a run of a cron is one too */
	requests: 0,
	/** of D1 */
	rowsRead: 0,
	rowsWritten: 0,
	/** operations of R2 that write or list, and those that read */
	classA: 0,
	classB: 0,
	/** calls of Durable Objects */
	objectCalls: 0,
	/** of their storage; setting an alarm writes a row */
	objectRowsRead: 0,
	objectRowsWritten: 0,
	/** queued, and not held back by a limit */
	mails: 0,
	/** calls of the Images binding */
	images: 0,
};

export type Usage = typeof NONE;

type Method = (this: unknown, ...args: unknown[]) => unknown;
type Answer = { meta?: { rows_read?: number; rows_written?: number } };
type Cursor = Pick<SqlStorageCursor<never>, "rowsRead" | "rowsWritten">;

/** Replaces a method's result in all objects of a class; returns a function that restores it. */
function altered(one: object, name: string, alter: (result: unknown) => unknown): () => void {
	let owner = one;
	while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
	const methods = owner as Record<string, Method>;
	const real = methods[name] as Method;
	methods[name] = function (...args) {
		return alter(real.apply(this, args));
	};
	return () => {
		methods[name] = real;
	};
}

/** Calls `called` before each method of the stub. */
function watched(stub: object, called: () => void): object {
	return new Proxy(stub, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			if (typeof value !== "function") return value;
			return (...args: unknown[]) => {
				called();
				return Reflect.apply(value, target, args);
			};
		},
	});
}

async function mailsQueued(): Promise<number> {
	const { results } = await env.DB.prepare('select * from "outbox"').all<{
		withheld_by: string | null;
	}>();
	return results.filter((mail) => mail.withheld_by === null).length;
}

/**
 * Includes Durable Objects, whose bindings are their own: so it replaces methods of the bindings'
 * classes during the work. One piece of work at a time.
 */
export async function usageOf(work: () => Promise<unknown>): Promise<Usage> {
	const used = { ...NONE };
	const answers: Promise<Answer | Answer[]>[] = [];
	const cursors: Cursor[] = [];
	const { sql, storage } = await runInDurableObject(
		env.UPLOAD_QUOTA.getByName("usage"),
		(_, state) => ({ sql: state.storage.sql, storage: state.storage }),
	);
	const before = await mailsQueued();
	const count = (one: object, names: readonly string[], what: keyof Usage) =>
		names.map((name) =>
			altered(one, name, (result) => {
				used[what]++;
				return result;
			}),
		);
	const namespace = (one: object) =>
		["get", "getByName"].map((name) =>
			altered(one, name, (stub) => watched(stub as object, () => used.objectCalls++)),
		);
	const upload = env.FILES.resumeMultipartUpload("none", "none");
	const restore = [
		...count(app, ["fetch"], "requests"),
		// Every query goes through it; `raw()` gives no figures to its caller.
		altered(env.DB.withSession(), "_send", (answer) => {
			answers.push(answer as Promise<Answer>);
			return answer;
		}),
		...count(env.FILES, ["put", "list", "createMultipartUpload"], "classA"),
		...count(upload, ["uploadPart", "complete"], "classA"),
		...count(env.FILES, ["head", "get"], "classB"),
		...namespace(env.UPLOAD_QUOTA),
		altered(sql, "exec", (cursor) => {
			cursors.push(cursor as Cursor);
			return cursor;
		}),
		...count(storage, ["setAlarm"], "objectRowsWritten"),
		...count(env.IMAGES, ["input", "info"], "images"),
	];
	try {
		await work();
	} finally {
		for (const end of restore) end();
	}
	for (const { meta } of (await Promise.all(answers)).flat()) {
		used.rowsRead += meta?.rows_read ?? 0;
		used.rowsWritten += meta?.rows_written ?? 0;
	}
	for (const { rowsRead, rowsWritten } of cursors) {
		used.objectRowsRead += rowsRead;
		used.objectRowsWritten += rowsWritten;
	}
	used.mails = (await mailsQueued()) - before;
	return used;
}

/** The difference of two amounts of work, divided; never negative. */
export function each(more: Usage, less: Usage, times: number): Usage {
	const names = Object.keys(NONE) as (keyof Usage)[];
	const rounded = (value: number) => Math.max(0, Math.round(value * 100) / 100);
	const entries = names.map((name) => [name, rounded((more[name] - less[name]) / times)]);
	return Object.fromEntries(entries);
}
