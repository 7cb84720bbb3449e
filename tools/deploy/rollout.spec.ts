import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ROOT } from "../local/processes.ts";
import { type Operator, startTools } from "./test/harness.ts";
import { quickWrangler, RAW } from "./test/uploader.ts";

let tools: Awaited<ReturnType<typeof startTools>>;
let operator: Operator;
beforeAll(async () => {
	tools = await startTools();
});
beforeEach(async () => {
	operator = await tools.newOperator();
	await operator.deploy();
	operator.source = "second";
});
afterAll(() => tools.close());

test("no migration removes or renames anything, so that an older version works with it", () => {
	const folder = join(ROOT, "migrations");
	const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
	for (const name of files)
		expect(readFileSync(join(folder, name), "utf8")).not.toMatch(/\b(drop|rename)\b/i);
});

const script = () => {
	const found = operator.account.scripts.get("tillbox");
	if (!found) throw new Error("There is no Worker.");
	return found;
};
/** Pairs of `[version, percentage]`; versions are numbered from 1. */
const served = (at = 0) =>
	script().deployments[at]?.versions.map(({ version_id: id, percentage }) => [
		script().versions.length - script().versions.findIndex((one) => one.id === id),
		percentage,
	]);

test("serves a version after trying it without requests", async () => {
	await operator.deploy();
	expect([served(2), served(1), served()]).toEqual([
		[[1, 100]],
		[
			[1, 100],
			[2, 0],
		],
		[[2, 100]],
	]);
	await operator.deploy();
	expect(operator.changes).toEqual([]);
});

test("detects a version that refuses its configuration before it gets requests", async () => {
	const [{ id: old = "" } = {}] = script().versions;
	operator.account.health = (version) => (version === old ? 200 : 500);
	const message = await operator.refusal();
	expect(message).toContain("no request has reached it: /api/health answers status 500");
	expect(served()).toEqual([[1, 100]]);
	for (const { versions } of script().deployments)
		for (const { version_id: id, percentage } of versions)
			if (id !== old) expect(percentage).toBe(0);
	operator.account.health = () => 200;
	operator.source = "third";
	await operator.deploy();
	expect(served()).toEqual([[3, 100]]);
});

test("serves a version although a service is down, since a deploy may help", async () => {
	operator.account.health = () => 503;
	expect(await operator.refusal()).toContain("Everything is deployed, but");
	expect(served()).toEqual([[2, 100]]);
});

test("continues after being killed while it tries a version", async () => {
	const pause = async () => {
		throw new Error("killed");
	};
	operator.account.health = () => 500;
	await expect(operator.deploy({}, { pause })).rejects.toThrow("killed");
	expect(served()).toEqual([
		[1, 100],
		[2, 0],
	]);
	operator.account.health = () => 200;
	await operator.deploy();
	expect(served()).toEqual([[2, 100]]);
	expect(script().versions).toHaveLength(2);
});

test("changes and removes secrets with each deploy", async () => {
	const token = () => operator.account.servedSecret("tillbox", "HEALTH_TOKEN");
	for (const text of ["sixteen characters", "seventeen characters", "sixteen characters", ""]) {
		await operator.deploy({}, { env: { HEALTH_TOKEN: text } });
		expect(token()).toBe(text || undefined);
		expect(served()).toHaveLength(1);
		await operator.deploy();
		expect(operator.changes).toEqual([]);
	}
	const serving = served();
	const [{ id: old = "" } = {}] = script().versions;
	operator.account.health = (version) => (version === old ? 200 : 500);
	await operator.refusal({}, { env: { HEALTH_TOKEN: "eighteen characters" } });
	expect([served(), token()]).toEqual([serving, undefined]);
});

test("goes back without a question from an interrupted deploy that changed a secret", async () => {
	const pause = async () => {
		throw new Error("killed");
	};
	operator.account.health = () => 500;
	const env = { HEALTH_TOKEN: "sixteen characters" };
	await expect(operator.deploy({}, { pause, env })).rejects.toThrow("killed");
	operator.account.health = () => 200;
	await operator.deploy({ rollback: true });
	expect(served()).toEqual([[1, 100]]);
});

test("removes a secret with an upload that adds a class of Durable Objects", async () => {
	await operator.deploy({}, { env: { HEALTH_TOKEN: "sixteen characters" } });
	const config = { ...RAW, migrations: [{ tag: "v1" }, { tag: "v2" }] };
	const wrangler = { ...quickWrangler({ stored: null }), readConfig: async () => config };
	await operator.deploy({}, { wrangler, env: { HEALTH_TOKEN: "" } });
	expect(operator.account.servedSecret("tillbox", "HEALTH_TOKEN")).toBeUndefined();
});

test("asks before rolling back to a version with other secrets", async () => {
	const changed = { env: { HEALTH_TOKEN: "sixteen characters" } };
	await operator.deploy({}, changed);
	expect(await operator.refusal({ rollback: true })).toMatch(/A secret was changed.*--force$/s);
	const answer = (word: string) => ({ ask: async () => word });
	expect(await operator.refusal({ rollback: true }, answer("no"))).toBe("Nothing was changed.");
	expect(served()).toEqual([[2, 100]]);
	await operator.deploy({ rollback: true }, answer("yes"));
	expect(served()).toEqual([[1, 100]]);
	await operator.deploy();
	expect(served()).toEqual([[2, 100]]);
	await operator.deploy({ rollback: true, force: true });
	expect(served()).toEqual([[1, 100]]);
});

test("tolerates a single failed health check", async () => {
	let looks = 0;
	operator.account.health = () => (++looks === 1 ? 500 : 200);
	await operator.deploy();
	expect(served()).toEqual([[2, 100]]);
});

test("serves a new class of Durable Objects to all requests", async () => {
	const config = { ...RAW, migrations: [{ tag: "v1" }, { tag: "v2" }] };
	const wrangler = { ...quickWrangler({ stored: null }), readConfig: async () => config };
	await operator.deploy({}, { wrangler });
	// Without a trial in between.
	expect(script().deployments.map(({ versions }) => versions.length)).toEqual([1, 1]);
});

test("rolls back to the version before, and keeps the database's migrations", async () => {
	await operator.deploy();
	const before = operator.account.summary();
	await operator.deploy({ rollback: true, dryRun: true });
	expect(operator.changes).toEqual([]);
	await operator.deploy({ rollback: true }, { env: { STRIPE_SECRET_KEY: "" } });
	expect(operator.changes).toEqual(["POST /workers/scripts/tillbox/deployments"]);
	expect(served()).toEqual([[1, 100]]);
	expect(operator.account.summary()).toMatchObject({
		databases: (before as { databases: object[] }).databases,
	});
	await operator.deploy();
	expect(served()).toEqual([[2, 100]]);
	expect(script().versions).toHaveLength(2);
});

test("rolls back to a named version and out of an interrupted deploy, but not without a version before", async () => {
	const [{ id: first = "" } = {}] = script().versions;
	expect(await operator.refusal({ rollback: true })).toContain("no version before this one");
	const pause = async () => {
		throw new Error("killed");
	};
	operator.account.health = () => 500;
	await expect(operator.deploy({}, { pause })).rejects.toThrow("killed");
	operator.account.health = () => 200;
	await operator.deploy({ rollback: true });
	expect(served()).toEqual([[1, 100]]);
	await operator.deploy();
	await operator.deploy({ rollback: first });
	expect(served()).toEqual([[1, 100]]);
	expect(await operator.refusal({ rollback: "unknown" })).toContain("Version not found");
});
