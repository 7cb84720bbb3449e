import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { recordedSession, runLine } from "../test/stand-in.ts";

async function scriptFor(shell: string): Promise<string> {
	const { session, written } = recordedSession("http://127.0.0.1:1");
	await runLine(session, "completion", shell);
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
	])("completes %j in bash", async (words, wanted) => {
		const script = `${await scriptFor("bash")}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _tillbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
		const found = execFileSync("bash", ["-c", script], { encoding: "utf8" });
		expect(found.trim().split("\n")).toEqual(wanted);
	});

	it("prints bash's script for zsh's emulation", async () => {
		expect(await scriptFor("zsh")).toBe(
			`autoload -U +X bashcompinit && bashcompinit\n${await scriptFor("bash")}`,
		);
	});

	it("knows no other shell", async () => {
		await expect(scriptFor("tcsh")).rejects.toThrow("for bash and zsh, not for “tcsh”");
	});
});
