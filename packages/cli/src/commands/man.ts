import { VERSION } from "../api/http.ts";
import type { Command, OptionSpecs } from "../arguments/command.ts";
import { GLOBAL_OPTIONS } from "../arguments/parse.ts";
import { ENVIRONMENT, EXIT_CODES, SUMMARY } from "./help.ts";

/** A text as the man macros of roff take it: requests of theirs, hyphens and letters beyond ASCII are escaped. */
const roff = (text: string): string =>
	text
		.replaceAll("\\", "\\e")
		.replaceAll("-", "\\-")
		.replace(/^(?=[.'])/gm, "\\&")
		.replace(
			/[^\n -~]/gu,
			(sign) => `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
		);

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

/** A paragraph with a hanging title. */
const item = (title: string, about: string): string[] => [".TP", title, roff(about)];

function optionItems(options: OptionSpecs): string[] {
	return Object.entries(options).flatMap(
		([name, { short, type, value = "VALUE", about, choices }]) => {
			const names = [`\\fB${roff(`--${name}`)}\\fR`, short && `\\fB${roff(`-${short}`)}\\fR`];
			const operand = type === "string" ? ` \\fI${roff(value)}\\fR` : "";
			const chosen = choices ? `${about} (${choices.join(", ")})` : about;
			return item(names.filter(Boolean).join(", ") + operand, sentence(chosen));
		},
	);
}

function commandPart({ name, about, operands, options, notes, examples }: Command): string[] {
	return [
		`.SS ${roff(["tillbox", name, operands].filter(Boolean).join(" "))}`,
		roff(sentence(about)),
		...optionItems(options),
		...notes.flatMap((note) => [".PP", roff(note)]),
		...(examples.length > 0 ? [".PP", "Examples:"] : []),
		...examples.flatMap((example) => [
			".PP",
			roff(sentence(example.about)),
			".PP",
			".RS 4",
			".nf",
			roff(example.line),
			".fi",
			".RE",
		]),
	];
}

/** The manual page (section 1) of all commands, in the man macros of roff. */
export function manPage(commands: readonly Command[]): string {
	return [
		`.TH TILLBOX 1 "" "tillbox ${VERSION}" "User Commands"`,
		".SH NAME",
		`tillbox \\- ${roff(SUMMARY.replace(/\.$/, "").replace(/^./, (letter) => letter.toLowerCase()))}`,
		".SH SYNOPSIS",
		".B tillbox",
		".I COMMAND",
		"[\\fIOPTIONS\\fR]",
		".SH OPTIONS OF EVERY COMMAND",
		...optionItems(GLOBAL_OPTIONS),
		".SH COMMANDS",
		...commands.flatMap(commandPart),
		".SH ENVIRONMENT",
		...ENVIRONMENT.flatMap(([name, about]) => item(`\\fB${name}\\fR`, sentence(about))),
		".SH EXIT STATUS",
		...EXIT_CODES.flatMap(([code, about]) => item(`\\fB${code}\\fR`, sentence(about))),
		"",
	].join("\n");
}
