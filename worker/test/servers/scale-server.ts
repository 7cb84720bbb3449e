import { makeCtx } from "../../core/context.ts";
import { handlers } from "../../handlers.ts";
import product, { UploadQuota, UploadSession } from "../../index.ts";
import { JOBS } from "../../maintenance/jobs.ts";

/*
 * The product for tools/bench/scale.ts, with a count of the rows that D1 reads. It is never deployed.
 */

export { UploadQuota, UploadSession };

/** The part of the runtime's class that every statement and batch goes through. */
type Session = { _sendOrThrow(...args: unknown[]): Promise<Answer | Answer[]> };
type Answer = { meta: { rows_read: number } };
type Count = { statement: string; rowsRead: number };

let counts: Count[] = [];
let counting = false;

/** Counts all statements of this Worker, including its Durable Objects'. */
function countRows(database: D1Database): void {
	if (counting) return;
	counting = true;
	const session: Session = Object.getPrototypeOf(database.withSession());
	const send = session._sendOrThrow;
	session._sendOrThrow = async function (...args) {
		const answer = await send.apply(this, args);
		const texts = [args[1]].flat();
		for (const [at, { meta }] of [answer].flat().entries())
			counts.push({ statement: String(texts[at]), rowsRead: meta.rows_read });
		return answer;
	};
}

async function runJob(name: string, env: Env, execution: ExecutionContext): Promise<Response> {
	const job = Object.values(JOBS)
		.flatMap((jobs) => Object.entries(jobs))
		.find(([one]) => one === name)?.[1];
	if (!job) return new Response("no such job", { status: 404 });
	const waitUntil = (promise: Promise<unknown>) => execution.waitUntil(promise);
	await job(makeCtx(env, { handlers, waitUntil }));
	return new Response("done");
}

export default {
	async fetch(request, env, execution) {
		countRows(env.DB);
		const { pathname } = new URL(request.url);
		if (pathname === "/bench/counts") {
			const counted = counts;
			counts = [];
			return Response.json(counted);
		}
		if (pathname === "/bench/jobs")
			return Response.json(Object.values(JOBS).flatMap((jobs) => Object.keys(jobs)));
		const job = /^\/bench\/jobs\/(\w+)$/.exec(pathname)?.[1];
		return job ? runJob(job, env, execution) : product.fetch(request, env, execution);
	},
} satisfies ExportedHandler<Env>;
