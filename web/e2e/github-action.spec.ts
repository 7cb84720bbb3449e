import { execFile } from "node:child_process";
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { buildCli } from "../../packages/cli/build.ts";
import { DOES_ALL_ROUNDS } from "./support/rounds.ts";
import { test } from "./support/sample-data.ts";
import { newToken } from "./support/tokens.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "examples", "github-action");
const execute = promisify(execFile);

test("the example of a GitHub action sells a release, and then brings its buyers the next one", async ({
	newRequest,
	baseURL,
}) => {
	test.skip(!DOES_ALL_ROUNDS, "in all rounds");
	const folder = mkdtempSync(join(tmpdir(), "action-"));
	const request = await newRequest();
	const { token } = await newToken(request, ["shares:read", "shares:write"]);

	// Installed and checked out by the workflow.
	mkdirSync(join(folder, ".github"));
	await buildCli();
	const packed = [
		"pack",
		join(EXAMPLE, "..", "..", "packages", "cli"),
		"--pack-destination",
		folder,
	];
	await execute("npm", packed);
	const [archive = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
	renameSync(join(folder, archive), join(folder, ".github", "tillbox.tgz"));
	const script = readFileSync(join(EXAMPLE, "sell-release.sh"));
	writeFileSync(join(folder, ".github", "sell-release.sh"), script);
	mkdirSync(join(folder, "dist"));

	const workflow = readFileSync(join(EXAMPLE, "sell-release.yml"), "utf8");
	const [, installation = ""] =
		/- name: Install the command line\n[\s\S]*?run: \|\n((?: {10}.+\n)+)/.exec(workflow) ?? [];
	const prefix = join(folder, "prefix");
	const install = (TILLBOX_CLI: string) =>
		execute("bash", ["-e", "-c", installation], {
			cwd: folder,
			env: { ...process.env, npm_config_prefix: prefix, TILLBOX_CLI },
		});
	// A package name isn't a file name, and must not be fetched from the registry.
	await expect(install("tillbox")).rejects.toMatchObject({
		stdout: expect.stringContaining("There is no file tillbox."),
	});
	await install(/vars\.TILLBOX_CLI \|\| '(.+)'/.exec(workflow)?.[1] ?? "");
	const bin = join(prefix, "bin");
	const [, command = ""] = /- name: Sell\n\s+run: (.+)\n/.exec(workflow) ?? [];
	const names = [...workflow.matchAll(/^ {10}([A-Z_]+): /gm)].map(([, name = ""]) => name);
	const output = join(folder, "output.txt");
	const summary = join(folder, "summary.md");
	/** With only the variables that the step names and the runner's own, like GitHub. */
	const sell = async (values: Record<string, string>) => {
		writeFileSync(output, "");
		const env: Record<string, string> = {
			PATH: [bin, join(process.execPath, ".."), process.env.PATH].join(delimiter),
			HOME: folder,
			CI: "true",
			GITHUB_REPOSITORY: "casey/plugin",
			GITHUB_OUTPUT: output,
			GITHUB_STEP_SUMMARY: summary,
		};
		// An unset secret or variable is an empty text.
		for (const name of names) env[name] = values[name] ?? "";
		const { stdout, stderr } = await execute("bash", ["-e", "-c", command], { cwd: folder, env });
		expect(stdout + stderr).not.toContain(token);
		return /^link=(.+)$/m.exec(readFileSync(output, "utf8"))?.[1] ?? "";
	};

	const given = { TILLBOX_TOKEN: token, TILLBOX_SERVER: baseURL ?? "", TILLBOX_PRICE: "9" };
	writeFileSync(join(folder, "dist", "plugin.txt"), "version one");
	const link = await sell({ ...given, RELEASE_NAME: "Plugin 1.0" });
	expect(link).toMatch(/\/share\/[\w-]{20,}$/);
	expect(readFileSync(summary, "utf8")).toContain(link);
	const slug = link.split("/").at(-1) ?? "";
	const read = async () => (await request.get(`/api/file-shares/${slug}`)).json();
	expect(await read()).toMatchObject({
		fileShare: { title: "Plugin 1.0", price: "9.00" },
		files: [{ originalName: "plugin.txt" }],
	});

	writeFileSync(join(folder, "dist", "plugin.txt"), "version two, longer");
	writeFileSync(join(folder, "dist", "manual.txt"), "new");
	expect(await sell({ ...given, RELEASE_NAME: "1.1: faster" })).toBe(link);
	const { files } = await read();
	expect(files.map((file: { originalName: string }) => file.originalName).sort()).toEqual([
		"manual.txt",
		"plugin.txt",
	]);
	const plugin = files.find((file: { originalName: string }) => file.originalName === "plugin.txt");
	const bytes = await request.get(`/api/files/${plugin.id}/download`);
	expect(await bytes.text()).toBe("version two, longer");
	rmSync(folder, { recursive: true, force: true });
});
