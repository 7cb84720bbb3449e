import { describe, type ExitCode } from "../failures.ts";
import { safeJson, safeLine, safeText } from "./text.ts";

type ProgressKind = "bar" | "plain" | "json" | "none";
export type OutputOptions = { json: boolean; colour: boolean; progress: ProgressKind };

type Stream = { write: (text: string | Uint8Array) => unknown; isTTY?: boolean; columns?: number };

/** Prints results to stdout, everything else to stderr. */
export class Output {
	readonly options: OutputOptions;
	readonly stderr: Stream;
	readonly #stdout: Stream;

	constructor(options: OutputOptions, streams: { stdout: Stream; stderr: Stream } = process) {
		this.options = options;
		this.#stdout = streams.stdout;
		this.stderr = streams.stderr;
	}

	/** Prints `data` as one JSON object for scripts, else the text, coloured on a terminal. */
	result(data: Readonly<Record<string, unknown>>, text: string, colour?: string): void {
		if (this.options.json) this.#stdout.write(`${safeJson(data)}\n`);
		else if (text !== "") {
			const safe = safeText(text);
			const isPainted = colour !== undefined && this.#stdout.isTTY;
			this.#stdout.write(`${isPainted ? this.paint(safe, colour) : safe}\n`);
		}
	}

	/** Prints a server's text: unchanged to a file, without control sequences to a terminal. */
	raw(text: string): void {
		this.#stdout.write(this.#stdout.isTTY ? safeText(text) : text);
	}

	/** Prints bytes as they arrive; a terminal gets them as text. */
	async rawBytes(body: Response["body"]): Promise<void> {
		const decoder = new TextDecoder();
		const { isTTY } = this.#stdout;
		for await (const chunk of body ?? [])
			this.#stdout.write(isTTY ? safeText(decoder.decode(chunk, { stream: true })) : chunk);
	}

	/** For people; omitted with `--json`. */
	note(text: string): void {
		if (!this.options.json) this.stderr.write(`${safeText(text)}\n`);
	}

	/** A line of JSON for a script that follows a transfer. */
	progressLine(data: Readonly<Record<string, unknown>>): void {
		this.stderr.write(`${safeJson(data)}\n`);
	}

	/** Returns the exit code. */
	failure(error: unknown): ExitCode {
		const described = describe(error);
		const { exitCode, code, message, status, requestId, fields, hints } = described;
		if (this.options.json) {
			this.#stdout.write(`${safeJson({ error: described })}\n`);
			return exitCode;
		}
		const about = [status !== null && code, requestId && `request ${requestId}`].filter(Boolean);
		const lines = [
			`${this.paint("Error:", "31")} ${safeLine(message)}${about.length > 0 ? ` (${safeLine(about.join(", "))})` : ""}`,
			...Object.entries(fields).map(([field, why]) => `  ${safeLine(field)}: ${safeLine(why)}`),
			...hints.map(safeLine),
		];
		this.stderr.write(`${lines.join("\n")}\n`);
		return exitCode;
	}

	/** Colours text if colours are wanted. */
	paint(text: string, colour: string): string {
		return this.options.colour ? `\x1b[${colour}m${text}\x1b[0m` : text;
	}
}

/** Reads options and the environment (https://no-color.org). */
export function outputOptions(
	{
		json = false,
		progress = "auto",
		noColor = false,
	}: { json?: boolean; progress?: ProgressKind | "auto"; noColor?: boolean },
	env: Readonly<Record<string, string | undefined>>,
	isTerminal: boolean,
): OutputOptions {
	const isSmart = isTerminal && env.TERM !== "dumb";
	return {
		json,
		colour: isSmart && !noColor && !env.NO_COLOR,
		progress: progress !== "auto" ? progress : json ? "json" : isSmart ? "bar" : "plain",
	};
}
