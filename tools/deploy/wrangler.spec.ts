import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RawConfig } from "./context.ts";
import { startTools } from "./test/harness.ts";
import { installedWrangler } from "./wrangler.ts";

let tools: Awaited<ReturnType<typeof startTools>>;
beforeAll(async () => {
	tools = await startTools();
});
afterAll(() => tools.close());

test("the installed Wrangler uploads with the project's own configuration, first as a Worker and then as a version", async () => {
	const operator = await tools.newOperator();
	const folder = join(operator.folder, "site");
	mkdirSync(folder);
	writeFileSync(join(folder, "index.html"), "<!doctype html><title>A small site</title>");
	const main = join(operator.folder, "worker.ts");
	writeFileSync(
		main,
		`export class UploadQuota {}
export class UploadSession {}
export default { fetch: () => new Response("ok") };
`,
	);
	const readConfig = async (): Promise<RawConfig> => {
		const raw = await installedWrangler.readConfig();
		return { ...raw, main, assets: { ...raw.assets, directory: folder } };
	};
	const wrangler = { ...installedWrangler, readConfig };
	await operator.deploy({}, { wrangler, env: { HEALTH_TOKEN: "sixteen characters" } });
	// Wrangler would build with this machine's name.
	const written = readFileSync(join(operator.folder, "work/production/wrangler.json"), "utf8");
	expect(JSON.parse(written)).not.toHaveProperty("build");
	const script = operator.account.scripts.get("tillbox");
	const [version] = script?.versions ?? [];
	const kinds = new Set(version?.bindings.map(({ type }) => type));
	for (const kind of ["d1", "r2_bucket", "durable_object_namespace", "images", "send_email"])
		expect(kinds).toContain(kind);
	expect(version?.bindings).toContainEqual(
		expect.objectContaining({ name: "DB", id: operator.account.databases[0]?.uuid }),
	);
	expect(operator.account.servedSecret("tillbox", "APP_SECRET")).toBe(
		operator.state?.production?.vars.APP_SECRET,
	);
	expect(script?.schedules.map(({ cron }) => cron)).toContain("17 * * * *");

	expect(kinds).not.toContain("analytics_engine");
	const served = (name: string) => operator.account.servedSecret("tillbox", name);
	expect(served("HEALTH_TOKEN")).toBe("sixteen characters");
	await operator.deploy({}, { wrangler, env: { METRICS: "on", HEALTH_TOKEN: "" } });
	expect(served("HEALTH_TOKEN")).toBeUndefined();
	expect(script?.versions[0]?.bindings).toContainEqual(
		expect.objectContaining({ name: "METRICS", type: "analytics_engine", dataset: "tillbox" }),
	);

	operator.source = "second";
	await operator.deploy({}, { wrangler });
	expect(script?.deployments.map(({ versions }) => versions.length)).toEqual([1, 2, 1, 2, 1]);
	await operator.deploy({}, { wrangler });
	expect(operator.changes).toEqual([]);
});
