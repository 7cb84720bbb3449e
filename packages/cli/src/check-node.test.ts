import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { buildCli } from "../build.ts";

it("says first of all when Node is too old", async () => {
	const folder = mkdtempSync(join(tmpdir(), "cli-node-"));
	try {
		const program = await buildCli(join(folder, "tillbox.js"));
		const runOn = (version: string) => {
			const versions = JSON.stringify({ ...process.versions, node: version });
			const pretend = `Object.defineProperty(process, "versions", { value: ${versions} });`;
			const args = ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, program];
			const { status, stdout, stderr } = spawnSync(process.execPath, [...args, "--version"], {
				encoding: "utf8",
			});
			return { status, stdout, stderr };
		};
		for (const old of ["18.20.4", "20.2.9"])
			expect(runOn(old)).toEqual({
				status: 1,
				stdout: "",
				stderr: `tillbox needs Node 20.3 or newer; this is ${old}.\n`,
			});
		for (const fine of ["20.3.0", "22.0.0"])
			expect(runOn(fine)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d/) });
	} finally {
		rmSync(folder, { recursive: true });
	}
});
