import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { PlainError, ROOT, toolEnv } from "../local/processes.ts";
import { configWithoutBuild } from "../local/wrangler-config.ts";
import type { RawConfig, Upload, Wrangler } from "./context.ts";
import type { Credentials } from "./platform-api.ts";

/** Throws if Wrangler fails. */
async function shown(args: readonly string[], env: Record<string, string>, hasInput: boolean) {
	const child = spawn("wrangler", args, {
		cwd: ROOT,
		env: toolEnv(env),
		stdio: [hasInput ? "inherit" : "ignore", "inherit", "inherit"],
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once("error", reject);
		child.once("close", resolve);
	});
	if (code !== 0)
		throw new PlainError(
			`\`wrangler ${args[0]}\` failed; its own words stand above. What was done so far is kept. If they name a limit or a mistake, correct that first; after an outage run the same command again.`,
		);
}

/** The stored login, renewed if expired. */
async function credentials(): Promise<Credentials | null> {
	try {
		const { stdout } = await promisify(execFile)("wrangler", ["auth", "token", "--json"], {
			cwd: ROOT,
			env: toolEnv(),
		});
		const found: { token?: string } = JSON.parse(stdout.slice(stdout.indexOf("{")));
		return found.token ? { authorization: `Bearer ${found.token}` } : null;
	} catch {
		return null;
	}
}

async function readConfig(): Promise<RawConfig> {
	const { experimental_readRawConfig: readRawConfig } = await import("wrangler");
	const { rawConfig } = readRawConfig({ config: join(ROOT, "wrangler.toml") });
	return rawConfig as RawConfig;
}

async function upload({ kind, configFile, secretsFile, tag, env }: Upload): Promise<void> {
	const command = kind === "deploy" ? ["deploy"] : ["versions", "upload"];
	const files = ["--config", configFile, "--secrets-file", secretsFile];
	await shown([...command, ...files, "--tag", tag, "--message", "npm run deploy"], env, false);
}

export async function bundle(...args: string[]): Promise<{ code: number; output: string }> {
	const options = { cwd: ROOT, env: toolEnv({ NO_COLOR: "1" }), maxBuffer: 2 ** 26 };
	try {
		const all = ["deploy", "--dry-run", ...args];
		const { stdout, stderr } = await promisify(execFile)("wrangler", all, options);
		return { code: 0, output: stdout + stderr };
	} catch (error) {
		const { stdout = "", stderr = String(error) } = error as { stdout?: string; stderr?: string };
		return { code: 1, output: stdout + stderr };
	}
}

async function measure(): Promise<string> {
	const { output } = await bundle("--config", configWithoutBuild(ROOT));
	const size = /Total Upload: (.*)/.exec(output)?.[1];
	if (!size) throw new PlainError(`${output}\nThe Worker can't be bundled.`);
	return size;
}

export const installedWrangler: Wrangler = {
	credentials,
	login: () => shown(["login"], {}, true),
	readConfig,
	upload,
	measure,
};
