import type { Command, OptionSpec } from "../arguments/command.ts";
import { GLOBAL_OPTIONS } from "../arguments/parse.ts";
import { EXIT, type ExitCode } from "../failures.ts";

/** What the program exits with, for a person; `EXIT` in `failures.ts` has the same. */
export const EXIT_CODES: readonly (readonly [code: ExitCode, about: string])[] = [
	[EXIT.ok, "done"],
	[EXIT.unexpected, "unexpected"],
	[EXIT.usage, "wrong usage or value"],
	[EXIT.denied, "not signed in or not allowed"],
	[EXIT.notFound, "not found"],
	[EXIT.conflict, "conflict or limit"],
	[EXIT.network, "network or busy server"],
	[EXIT.cancelled, "cancelled"],
	[EXIT.file, "local file"],
	[EXIT.interrupted, "interrupted"],
];
/** Environment variables that the program reads. */
export const ENVIRONMENT: readonly (readonly [name: string, about: string])[] = [
	["TILLBOX_TOKEN", "an access token, for scripts; never stored"],
	["TILLBOX_SERVER", "the server's address"],
	["NO_COLOR", "print without colours"],
];
export const SUMMARY = "Sell files on a Tillbox server from the command line.";

const listed = (pairs: readonly (readonly [string | number, string])[]): string =>
	pairs.map(([name, about]) => `${name} (${about})`).join(", ");

/** The help of the whole program. */
export function overview(commands: readonly Command[]): string {
	const width = Math.max(...commands.map(({ name }) => name.length));
	return [
		SUMMARY,
		"",
		"Usage: tillbox COMMAND [OPTIONS]",
		"",
		...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
		"",
		"`tillbox help COMMAND` explains a command, with examples.",
		"",
		wrapped(`Environment: ${listed(ENVIRONMENT)}.`),
		wrapped(`Exit codes: ${listed(EXIT_CODES)}.`),
	].join("\n");
}

/** The help of one command. */
export function helpOf({ name, about, operands, options, notes, examples }: Command): string {
	const hasOptions = Object.keys(options).length > 0;
	return [
		`${about[0]?.toUpperCase()}${about.slice(1)}.`,
		"",
		`Usage: tillbox ${[name, operands, hasOptions ? "[OPTIONS]" : ""].filter(Boolean).join(" ")}`,
		...(hasOptions ? ["", "Options:", ...optionLines(options)] : []),
		"",
		"Options of every command:",
		...optionLines(GLOBAL_OPTIONS),
		...notes.flatMap((note) => ["", wrapped(note)]),
		"",
		"Examples:",
		...examples.flatMap(({ line, about }) => [`  # ${about}`, `  ${line}`]),
	].join("\n");
}

function optionLines(options: Readonly<Record<string, OptionSpec>>): string[] {
	const lines = Object.entries(options).map(([name, { short, value, type, about, choices }]) => ({
		left: `  --${name}${short ? `, -${short}` : ""}${type === "string" ? ` ${value ?? "VALUE"}` : ""}`,
		right: choices ? `${about} (${choices.join(", ")})` : about,
	}));
	const width = Math.max(...lines.map(({ left }) => left.length));
	return lines.map(({ left, right }) => `${left.padEnd(width)}  ${right}`);
}

/** Breaks a paragraph into lines of at most 90 letters. */
function wrapped(text: string): string {
	const lines = [""];
	for (const word of text.split(" ")) {
		const last = lines.at(-1) ?? "";
		if (last !== "" && last.length + 1 + word.length > 90) lines.push(word);
		else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
	}
	return lines.join("\n");
}
