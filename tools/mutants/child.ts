/** Runs jobs in one runtime, and appends a line for each to a file. Started by `index.ts`. */
import { appendFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { ROOT } from "../local/processes.ts";
import type { Job, Outcome, Result } from "./jobs.ts";

const [jobsFile = "", resultsFile = ""] = process.argv.slice(2);
const jobs: readonly Job[] = JSON.parse(readFileSync(jobsFile, "utf8"));
/** Longer than any test file takes. */
const HANGING_MS = jobs[0]?.usesStorage ? 180_000 : 60_000;

const killed = new Set<number>();
let at = -1;
let isOpen = false;
let since = 0;
let timer: NodeJS.Timeout | undefined;

function record(job: Job, outcome: Outcome): void {
	isOpen = false;
	if (outcome.failed !== null && job.mutant >= 0) killed.add(job.mutant);
	const result: Result = { ...job, ...outcome, at, ms: Date.now() - since };
	appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
}

function finishJob(reason: string): void {
	const job = jobs[at];
	if (job && isOpen) record(job, { ran: job.file, failed: reason, reached: {} });
}

function watch(): void {
	clearTimeout(timer);
	timer = setTimeout(() => {
		finishJob("(hangs)");
		process.kill(-process.pid, "SIGKILL");
	}, HANGING_MS);
}

const server = createServer(async (request, response) => {
	watch();
	if (request.url === "/next") {
		finishJob("(can't be loaded)");
		const job = jobs[++at];
		const isNeeded = job !== undefined && !(job.mutant >= 0 && killed.has(job.mutant));
		isOpen = isNeeded;
		since = Date.now();
		response.end(JSON.stringify(isNeeded ? job : null));
		return;
	}
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part);
	const job = jobs[at];
	const outcome: Outcome = JSON.parse(Buffer.concat(parts).toString());
	if (!job || !outcome.ran.endsWith(job.file)) throw new Error(`${outcome.ran} ran out of order`);
	record(job, outcome);
	response.end();
});
// A long computation in a test must not time out its connection.
server.keepAliveTimeout = 0;
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
process.env.MUTANTS_CONTROL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const vitest = await createVitest("test", {
	config: join(ROOT, "tools/mutants/vitest.config.ts"),
	project: jobs[0]?.usesStorage ? "workers" : "pure",
	watch: false,
	reporters: process.env.MUTANTS_DEBUG ? ["default"] : [{}],
});
await vitest.standalone();
const [project] = vitest.projects;
const specifications = jobs.flatMap(({ file }) => {
	const specification = project?.createSpecification(join(ROOT, file));
	return specification ? [specification] : [];
});
await vitest.runTestSpecifications(specifications, true);
finishJob("(can't be loaded)");
clearTimeout(timer);
await vitest.close();
process.exit(0);
