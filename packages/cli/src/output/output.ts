import { describe, type ExitCode } from "../failures.ts";
import { safeJson, safeLine, safeText } from "./text.ts";

type ProgressKind = "bar" | "plain" | "json" | "none";
export type OutputOptions = { json: boolean; colour: boolean; progress: ProgressKind };

type Stream = { write: (text: string | Uint8Array) => unknown; isTTY?: boolean; columns?: number };

/** Where results and messages go: results to stdout, everything else to stderr. */
export class Output {
	readonly options: OutputOptions;
	readonly stderr: Stream;
	readonly #stdout: Stream;
	/** a list was begun and has no end yet */
	#isInList = false;

	constructor(options: OutputOptions, streams: { stdout: Stream; stderr: Stream } = process) {
		this.options = options;
		this.#stdout = streams.stdout;
		this.stderr = streams.stderr;
	}

	/** Prints the result of a command: `data` as one JSON object for scripts, else the text, on a terminal in a colour. */
	result(data: Readonly<Record<string, unknown>>, text: string, colour?: string): void {
		if (this.options.json) this.#stdout.write(`${safeJson(data)}\n`);
		else if (text !== "") {
			const safe = safeText(text);
			const isPainted = colour !== undefined && this.#stdout.isTTY;
			this.#stdout.write(`${isPainted ? this.paint(safe, colour) : safe}\n`);
		}
	}

	/**
	 * Prints a list whose items come in pages: for scripts as one JSON object, each page as it arrives; else as the
	 * text of all of them.
	 */
	async list<T>(
		name: string,
		pages: AsyncIterable<readonly T[]>,
		textOf: (items: readonly T[]) => string,
	): Promise<void> {
		const all: T[] = [];
		let printed = 0;
		for await (const items of pages) {
			if (!this.options.json) {
				all.push(...items);
				continue;
			}
			// Not before the first page: its failure is an object of its own.
			if (!this.#isInList) this.#stdout.write(`{${safeJson(name)}:[`);
			this.#isInList = true;
			const separated = items.map((item) => `${printed++ > 0 ? "," : ""}${safeJson(item)}`);
			this.#stdout.write(separated.join(""));
		}
		if (this.options.json) this.#stdout.write("]}\n");
		else this.result({}, textOf(all));
		this.#isInList = false;
	}

	/** Prints a text of the server's: as it is to a file, without what a terminal would obey to one. */
	raw(text: string): void {
		this.#stdout.write(this.#stdout.isTTY ? safeText(text) : text);
	}

	/** The same with bytes as they arrive; a terminal gets them as text. */
	async rawBytes(chunks: AsyncIterable<Uint8Array>): Promise<void> {
		const decoder = new TextDecoder();
		for await (const chunk of chunks) {
			const { isTTY } = this.#stdout;
			this.#stdout.write(isTTY ? safeText(decoder.decode(chunk, { stream: true })) : chunk);
		}
	}

	/** Something for the person at the terminal; scripts that ask for JSON don't get it. */
	note(text: string): void {
		if (!this.options.json) this.stderr.write(`${safeText(text)}\n`);
	}

	/** One line of JSON for a script that follows a transfer. */
	progressLine(data: Readonly<Record<string, unknown>>): void {
		this.stderr.write(`${safeJson(data)}\n`);
	}

	/** Says why a command failed, and returns what to exit with. */
	failure(error: unknown): ExitCode {
		const described = describe(error);
		const { exitCode, code, message, status, requestId, fields, hints } = described;
		if (this.options.json) {
			const error = `"error":${safeJson(described)}}\n`;
			// After a part of a list, so that the whole is one object all the same.
			this.#stdout.write(this.#isInList ? `],${error}` : `{${error}`);
			return exitCode;
		}
		const about = [status !== null && code, requestId && `request ${requestId}`].filter(Boolean);
		const lines = [
			`${this.paint("Error:", "31")} ${safeLine(message)}${about.length > 0 ? ` (${safeLine(about.join(", "))})` : ""}`,
			...Object.entries(fields).map(([field, why]) => `  ${safeLine(field)}: ${safeLine(why)}`),
			...hints.map(safeLine),
		];
		this.stderr.write(`${lines.join("\n")}\n`);
		if (exitCode === 1 && process.env.TILLBOX_DEBUG && error instanceof Error)
			this.stderr.write(`${error.stack}\n`);
		return exitCode;
	}

	/** Text in a colour of the terminal's, where colours are wanted. */
	paint(text: string, colour: string): string {
		return this.options.colour ? `\x1b[${colour}m${text}\x1b[0m` : text;
	}
}

type Env = Readonly<Record<string, string | undefined>>;

/** How to print, from options and the environment (https://no-color.org). */
export function outputOptions(
	options: { json?: unknown; progress?: unknown; "no-color"?: unknown },
	env: Env,
	isTerminal: boolean,
): OutputOptions {
	const json = options.json === true;
	const wanted = options.progress as ProgressKind | "auto" | undefined;
	const usual = json ? "json" : isTerminal && env.TERM !== "dumb" ? "bar" : "plain";
	return {
		json,
		colour: isTerminal && !options["no-color"] && !env.NO_COLOR && env.TERM !== "dumb",
		progress: wanted === undefined || wanted === "auto" ? usual : wanted,
	};
}
