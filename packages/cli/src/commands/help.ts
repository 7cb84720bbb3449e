import type { Command, OptionSpec } from "../arguments/command.ts";
import { GLOBAL_OPTIONS } from "../arguments/parse.ts";

const EXIT_CODES = `Exit codes: 0 done, 1 unexpected, 2 wrong usage or value, 3 not signed in or not allowed,
4 not found, 5 conflict or limit, 6 network or busy server, 7 cancelled, 8 local file,
130 interrupted.`;

/** The help of the whole program. */
export function overview(commands: readonly Command[]): string {
	const width = Math.max(...commands.map(({ name }) => name.length));
	return [
		"Sell files on a Tillbox server from the command line.",
		"",
		"Usage: tillbox COMMAND [OPTIONS]",
		"",
		...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
		"",
		"`tillbox help COMMAND` explains a command, with examples.",
		"",
		"Environment: TILLBOX_TOKEN (an access token, for scripts; never stored), TILLBOX_SERVER,",
		"NO_COLOR.",
		EXIT_CODES,
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
