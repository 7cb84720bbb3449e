import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";
import type { Session } from "../session.ts";
import { safeText } from "./text.ts";

/** For acts that can't be undone. Throws if the answer is no, and without both `--yes` and a terminal. */
export async function confirm(
	{ out, signal }: Session,
	question: string,
	isConfirmed: boolean | undefined,
): Promise<void> {
	if (isConfirmed) return;
	if (!process.stdin.isTTY || out.options.json)
		throw usageFailure("This needs a confirmation, but there is no terminal to ask at.", [
			safeText(question),
			"Repeat the command with --yes.",
		]);
	const reader = createInterface({ input: process.stdin, output: process.stderr });
	try {
		// Ctrl-C and Ctrl-D at the question come as events of the reader.
		const left = new Promise<string>((resolve) => {
			reader.once("SIGINT", () => resolve("no")).once("close", () => resolve("no"));
		});
		const reply = reader.question(`${safeText(question)} [y/N] `, { signal });
		const answer = await Promise.race([reply, left]);
		if (/^y(es)?$/i.test(answer.trim())) return;
	} finally {
		reader.close();
	}
	throw new CliFailure("cancelled", EXIT.cancelled, "Nothing was changed.");
}

/** Reads standard input: its whole text, or a line typed unseen. */
export async function readSecret({ signal }: Session, label: string): Promise<string> {
	if (!process.stdin.isTTY) return readInput();
	process.stderr.write(`${label}: `);
	const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
	const reader = createInterface({ input: process.stdin, output: unseen, terminal: true });
	try {
		const left = new Promise<string>((resolve) => {
			reader.once("SIGINT", () => resolve("")).once("close", () => resolve(""));
		});
		return await Promise.race([reader.question("", { signal }), left]);
	} finally {
		reader.close();
		process.stderr.write("\n");
	}
}

export async function readInput(): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString("utf8");
}
