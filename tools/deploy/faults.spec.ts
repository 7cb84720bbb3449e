import { afterAll, beforeAll, expect, test } from "vitest";
import { PlainError } from "../local/processes.ts";
import { type Operator, startTools } from "./test/harness.ts";
import type { Fault } from "./test/platform.ts";

let tools: Awaited<ReturnType<typeof startTools>>;
beforeAll(async () => {
	tools = await startTools();
});
afterAll(() => tools.close());

type Prepare = (operator: Operator) => Promise<void>;

const errorOf = (run: Promise<void>): Promise<unknown> =>
	run.then(
		() => null,
		(error: unknown) => error,
	);

/** Runs with a fault in one call, again without it, and once more to check that nothing is left to do. */
async function runsAround(fault: Fault, prepare: Prepare) {
	const operator = await tools.newOperator();
	await prepare(operator);
	operator.platform.fault = fault;
	const first = await errorOf(operator.deploy());
	// Failures are one sentence, without a stack.
	if (first !== null) expect(first).toBeInstanceOf(PlainError);
	const secret = operator.state?.production?.vars.APP_SECRET;
	operator.platform.fault = null;
	const second = first === null ? null : await errorOf(operator.deploy());
	const end = tools.endState(operator);
	const kept = operator.state?.production?.vars.APP_SECRET;
	const last = fault.effect === "down" ? null : await errorOf(operator.deploy());
	const changes = fault.effect === "down" ? [] : operator.changes;
	await tools.end(operator);
	return {
		end,
		changes,
		hasFailed: first !== null,
		problem: second ?? last,
		hasKeptSecret: secret === undefined || kept === secret,
	};
}

async function undisturbedRun(prepare: Prepare) {
	const operator = await tools.newOperator();
	await prepare(operator);
	await operator.deploy();
	const calls = [...operator.platform.calls];
	const end = tools.endState(operator);
	await tools.end(operator);
	return { calls, end };
}

/** Every call with `npm run verify -- full`, otherwise every third. */
const STRIDE = process.env.ALL_ROUNDS === "true" ? 1 : 3;

const situations: Record<string, Prepare> = {
	"a fresh account": async () => {},
	"the next release, with a secret to remove": async (operator) => {
		await operator.deploy();
		const [version] = operator.account.scripts.get("tillbox")?.versions ?? [];
		version?.bindings.push({ type: "secret_text", name: "SCAN_TOKEN", text: "old" });
		operator.source = "second";
	},
};

test.each(Object.entries(situations))(
	"continues after a failure at any call, for %s",
	async (_, prepare) => {
		const undisturbed = await undisturbedRun(prepare);
		expect(undisturbed.calls.length).toBeGreaterThan(20);
		const stuck: string[] = [];
		for (const [at, { method, path, isChange }] of undisturbed.calls.entries()) {
			if (at % STRIDE !== 0) continue;
			// A change fails before or after its effect; a read, which is repeated, fails for good.
			for (const effect of isChange ? (["refused", "lost"] as const) : (["down"] as const)) {
				const found = await runsAround({ at, effect }, prepare);
				const where = `${effect} ${method} ${path}`;
				if (found.problem !== null) stuck.push(`${where}: ${found.problem}`);
				expect.soft(found.hasFailed || path === "/api/health", where).toBe(true);
				expect.soft(found.end, where).toEqual(undisturbed.end);
				expect.soft(found.hasKeptSecret, where).toBe(true);
				expect.soft(found.changes, where).toEqual([]);
			}
		}
		expect(stuck).toEqual([]);
	},
);

test("repeats reads, so that each may fail once", async () => {
	const prepare = situations["a fresh account"] as Prepare;
	const undisturbed = await undisturbedRun(prepare);
	const operator = await tools.newOperator();
	operator.platform.fault = { at: 0, effect: "each-read-once" };
	await operator.deploy();
	expect(tools.endState(operator)).toEqual(undisturbed.end);
	await tools.end(operator);
});
