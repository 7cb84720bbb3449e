import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { installedWrangler } from "../deploy/wrangler.ts";
import { ROOT } from "./processes.ts";
import { newLocalVars, OPTIONAL_SECRETS, parseVars, withSandboxPort } from "./vars.ts";
import { configWithoutBuild } from "./wrangler-config.ts";

const checkout = mkdtempSync(join(tmpdir(), "tillbox-checkout-"));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

test("Wrangler builds by itself what it bundles, by the same command as npm run build", async () => {
	const { build } = await installedWrangler.readConfig();
	expect(build?.command).toBe("npm run --silent build");
	const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
	expect(scripts.build).toBe("node tools/build/index.ts");
	// Wrangler may run the build, so nothing before it may reinstall packages.
	expect(scripts.prebuild).toBeUndefined();
});

test("all that a new .dev.vars sets reaches the Worker, for Wrangler reads no other names from it", async () => {
	const { vars = {}, secrets } = await installedWrangler.readConfig();
	const readable = [...Object.keys(vars), ...(secrets?.required ?? [])];
	const set = parseVars(newLocalVars());
	expect(readable).toEqual(expect.arrayContaining(Object.keys(set)));
});

test("a new .dev.vars and an older one follow the sandbox's port, but not with a provider of their own", () => {
	const vars = newLocalVars(12111);
	expect(parseVars(vars).STRIPE_API_BASE).toBe("http://localhost:12111");
	const moved = withSandboxPort(vars, 12271);
	expect(parseVars(moved)).toEqual({
		...parseVars(vars),
		STRIPE_API_BASE: "http://localhost:12271",
	});
	const own = vars.replace(/^STRIPE_API_BASE=.*$/m, "");
	expect(withSandboxPort(own, 12271)).toBe(own);
});

test("our tools start the Worker with everything of wrangler.toml but its build step", () => {
	const text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
	writeFileSync(join(checkout, "wrangler.toml"), text);
	const copy = readFileSync(configWithoutBuild(checkout), "utf8");
	const settings = (toml: string) => toml.split("\n").filter((line) => !/^(?:#|$)/.test(line));
	const kept = settings(copy);
	expect(settings(text).filter((line) => !kept.includes(line))).toEqual([
		"[build]",
		expect.stringMatching(/^command = /),
		expect.stringMatching(/^watch_dir = /),
	]);
	for (const name of OPTIONAL_SECRETS) expect(kept).toContain(`${name} = ""`);
});
