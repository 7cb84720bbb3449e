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
/** As `[version, percentage]`; versions are numbered from 1. */
const served = (at = 0) =>
	script().deployments[at]?.versions.map(({ version_id: id, percentage }) => [
		script().versions.length - script().versions.findIndex((one) => one.id === id),
		percentage,
	]);

test("a gradual deploy serves a tenth, looks, and then serves all", async () => {
	await operator.deploy({ gradual: true });
	expect([served(3), served(2), served(1), served()]).toEqual([
		[[1, 100]],
		[
			[1, 100],
			[2, 0],
		],
		[
			[1, 90],
			[2, 10],
		],
		[[2, 100]],
	]);
	// Four a minute for five minutes.
	const looks = operator.platform.calls.filter(({ path }) => path === "/api/health");
	expect(looks.length).toBeGreaterThan(20);
	await operator.deploy({ gradual: true });
	expect(operator.changes).toEqual([]);
});

test("goes back from an unhealthy version", async () => {
	const [{ id: old = "" } = {}] = script().versions;
	operator.account.health = (version) => (version === old ? 200 : 503);
	const message = await operator.refusal({ gradual: true });
	expect(message).toContain("The new version is not served: /api/health answers status 503");
	expect(served()).toEqual([[1, 100]]);
	operator.account.health = () => 200;
	operator.source = "third";
	await operator.deploy({ gradual: true });
	expect(served()).toEqual([[3, 100]]);
});

test("detects a version that refuses its configuration before it gets requests", async () => {
	const [{ id: old = "" } = {}] = script().versions;
	for (const gradual of [false, true]) {
		operator.source = `refused ${gradual}`;
		operator.account.health = (version) => (version === old ? 200 : 500);
		const message = await operator.refusal({ gradual });
		expect(message).toContain("no request has reached it: /api/health answers status 500");
		expect(served()).toEqual([[1, 100]]);
	}
	for (const { versions } of script().deployments)
		for (const { version_id: id, percentage } of versions)
			if (id !== old) expect(percentage).toBe(0);
	operator.account.health = () => 200;
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

test.each([false, true])(
	"changes and removes secrets with each deploy, gradual: %s",
	async (gradual) => {
		const token = () => operator.account.servedSecret("tillbox", "HEALTH_TOKEN");
		for (const text of ["sixteen characters", "seventeen characters", "sixteen characters", ""]) {
			await operator.deploy({ gradual }, { env: { HEALTH_TOKEN: text } });
			expect(token()).toBe(text || undefined);
			expect(served()).toHaveLength(1);
			await operator.deploy({ gradual });
			expect(operator.changes).toEqual([]);
		}
		const serving = served();
		const [{ id: old = "" } = {}] = script().versions;
		operator.account.health = (version) => (version === old ? 200 : 500);
		await operator.refusal({ gradual }, { env: { HEALTH_TOKEN: "eighteen characters" } });
		expect([served(), token()]).toEqual([serving, undefined]);
	},
);

test("goes back without a question from a gradual deploy that changed a secret", async () => {
	const pause = async () => {
		throw new Error("killed");
	};
	const env = { HEALTH_TOKEN: "sixteen characters" };
	await expect(operator.deploy({ gradual: true }, { pause, env })).rejects.toThrow("killed");
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
	operator.account.health = () => (++looks === 2 ? 503 : 200);
	await operator.deploy({ gradual: true });
	expect(served()).toEqual([[2, 100]]);
});

test("goes back from a version with more errors than the old one", async () => {
	operator.account.health = (version) => {
		const [{ id: old = "" } = {}] = script().versions.slice(-1);
		operator.account.invocations.set(version, { requests: 200, errors: 5 });
		operator.account.invocations.set(old, { requests: 2000, errors: 10 });
		return 200;
	};
	expect(await operator.refusal({ gradual: true })).toContain("5 of its 200 requests failed");
	expect(served()).toEqual([[1, 100]]);
});

test("decides by health alone without the right to analytics", async () => {
	operator.account.tokens.get("token")?.delete("analytics");
	await operator.deploy({ gradual: true });
	expect(served()).toEqual([[2, 100]]);
});

test("continues an interrupted roll-out with the same version", async () => {
	for (const gradual of [true, false]) {
		operator.source = `interrupted ${gradual}`;
		const pause = async () => {
			throw new Error("killed");
		};
		await expect(operator.deploy({ gradual: true }, { pause })).rejects.toThrow("killed");
		expect(served()?.map(([, percentage]) => percentage)).toEqual([90, 10]);
		const count = script().versions.length;
		await operator.deploy({ gradual });
		expect(served()).toEqual([[count, 100]]);
		expect(script().versions).toHaveLength(count);
	}
});

test("deploys new classes of Durable Objects, and the first time, to all requests", async () => {
	const fresh = await tools.newOperator();
	await fresh.deploy({ gradual: true });
	expect(fresh.account.scripts.get("tillbox")?.deployments).toHaveLength(1);

	const config = { ...RAW, migrations: [{ tag: "v1" }, { tag: "v2" }] };
	const wrangler = { ...quickWrangler({ stored: null }), readConfig: async () => config };
	await operator.deploy({ gradual: true }, { wrangler });
	expect(operator.output).toContain("adds a class of Durable Objects");
	expect(script().deployments[0]?.versions).toHaveLength(1);
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

test("rolls back to a named version and out of a gradual deploy, but not without a version before", async () => {
	const [{ id: first = "" } = {}] = script().versions;
	expect(await operator.refusal({ rollback: true })).toContain("no version before this one");
	const pause = async () => {
		throw new Error("killed");
	};
	await expect(operator.deploy({ gradual: true }, { pause })).rejects.toThrow("killed");
	await operator.deploy({ rollback: true });
	expect(served()).toEqual([[1, 100]]);
	await operator.deploy();
	await operator.deploy({ rollback: first });
	expect(served()).toEqual([[1, 100]]);
	expect(await operator.refusal({ rollback: "unknown" })).toContain("Version not found");
});
