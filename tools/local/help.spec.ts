import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { helpOf } from "./help.ts";
import { ROOT } from "./processes.ts";

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
	scripts: Record<string, string>;
};
const commands = Object.entries(scripts).filter(
	([name, command]) =>
		!/^pre|^post|^build/.test(name) && /^node .*tools\/[\w/-]+\.ts$/.test(command),
);

test("finds our commands", () => expect(commands.length).toBeGreaterThan(9));

test.each(commands)("npm run %s says with --help what it does and takes", (name, command) => {
	const source = readFileSync(join(ROOT, command.split(" ").at(-1) ?? ""), "utf8");
	expect(source).toContain("helpIfAsked(import.meta.url);");
	expect(helpOf(source)).toMatch(new RegExp(`npm (run )?${name}\\b`));
});

test.each(["build", "build:cli", "build:client"])(
	"npm run %s says it, and builds nothing",
	async (name) => {
		const file = join(ROOT, scripts[name]?.split(" ").at(-1) ?? "");
		const { stdout } = await promisify(execFile)(process.execPath, [file, "--help"]);
		expect(stdout).toMatch(
			new RegExp(`^Build.*npm run ${name}\\b|^Bundles.*npm run ${name}\\b`, "s"),
		);
	},
);

test("only prints help with --help", async () => {
	const file = join(ROOT, "tools/operations/backup/index.ts");
	const { stdout } = await promisify(execFile)(process.execPath, [file, "--help"]);
	expect(stdout).toContain("npm run backup -- --make-key FILE");
	expect(stdout).not.toContain("BACKUP_PUBLIC_KEY yet");
});
