/* Runs in the Workers runtime before each test file. */
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, inject, vi } from "vitest";
import type { Job, Outcome } from "./jobs.ts";

declare module "vitest" {
	interface ProvidedContext {
		control: string;
	}
}

declare global {
	var __mutant: (number: number) => boolean;
	var __mutants: { active: number; reached: Set<number>; wasStatic: boolean; send: typeof fetch };
}

// Other files replace `fetch`, and each reloads this module.
const { fetch } = globalThis;
globalThis.__mutants ??= {
	active: -1,
	reached: new Set(),
	wasStatic: false,
	send: (...request) => fetch.apply(globalThis, request),
};
const state = globalThis.__mutants;
globalThis.__mutant = (number) => {
	state.reached.add(number);
	return number === state.active;
};

const control = inject("control");
const answer = await state.send(`${control}/next`);
const job = (await answer.json()) as Job | null;
if (job === null) throw new Error("no longer needed");

state.active = job.mutant;
// Reevaluates modules with the mutant, and afterwards without it.
if (job.isStatic || state.wasStatic) vi.resetModules();
state.wasStatic = job.isStatic;

// Finding a failure suffices, without shrinking it; exact cases find most mutants anyway.
fc.configureGlobal({ endOnFailure: true, numRuns: 30 });

let failed: string | null = null;
let isPast = false;
let file = job.file;
const reached: Record<number, string | null> = {};
beforeEach(({ skip }) => {
	// Reached by setup that several tests share.
	for (const number of state.reached) reached[number] = null;
	state.reached.clear();
	if (failed !== null || isPast) skip();
});
afterEach(({ task }) => {
	const name = task.fullTestName;
	file = task.file.filepath;
	for (const number of state.reached) if (reached[number] !== null) reached[number] = name;
	state.reached.clear();
	if (task.result?.state === "fail") failed ??= name;
	if (name === job.lastTest) isPast = true;
});
afterAll(async () => {
	state.active = -1;
	const outcome: Outcome = { ran: file, failed, reached: job.mutant < 0 ? reached : {} };
	await state.send(`${control}/done`, { method: "POST", body: JSON.stringify(outcome) });
});

// Empties the storage, far slower than most tests of pure code. A new address each time makes the module run again.
const emptied = `../../worker/test/setup.ts?job=${crypto.randomUUID()}`;
if (job.usesStorage) await import(/* @vite-ignore */ emptied);
