import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { recordedSession } from "../test/stand-in.ts";
import { completionOf } from "./completion.ts";
import { COMMANDS } from "./index.ts";

async function scriptFor(shell: string): Promise<string> {
	const { session, written } = recordedSession("http://127.0.0.1:1");
	await completionOf(() => COMMANDS).run(session, { options: {}, operands: [shell] });
	return written.stdout;
}

describe("completion", () => {
	it.each([
		[
			["tillbox", "upl"],
			["upload", "uploads"],
		],
		[["tillbox", "codes", "cr"], ["create"]],
		[["tillbox", "codes", "create", "X", "--perc"], ["--percent"]],
		[["tillbox", "upload", "--sale"], ["--sale-mode"]],
		[
			["tillbox", "webhooks", "li"],
			["list", "listen"],
		],
	])("of bash completes %j", async (words, wanted) => {
		const script = `${await scriptFor("bash")}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _tillbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
		const found = execFileSync("bash", ["-c", script], { encoding: "utf8" });
		expect(found.trim().split("\n")).toEqual(wanted);
	});

	it.each(["zsh", "fish", "powershell"])("of %s has every command and option", async (shell) => {
		const script = await scriptFor(shell);
		for (const { name, options } of COMMANDS) {
			for (const word of name.split(" ")) expect(script).toContain(word);
			for (const option of Object.keys(options)) expect(script).toContain(option);
		}
	});

	it("knows no other shell", async () => {
		await expect(scriptFor("tcsh")).rejects.toThrow("bash, zsh, fish, powershell");
	});
});
