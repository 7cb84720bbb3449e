import { CommanderError, Option, Command as Program } from "commander";
import { type CliFailure, usageFailure } from "../failures.ts";
import type { Session } from "../session.ts";
import { type Command, choice, flag, type OptionSpec, option, type ValuesOf } from "./command.ts";

export const GLOBAL_OPTIONS = {
	server: option("URL", "the server's address"),
	json: flag("print one JSON object, for scripts"),
	progress: choice(
		["auto", "bar", "plain", "json", "none"],
		"how transfers report their progress on stderr",
	),
	noColor: flag("print without colours (also NO_COLOR)"),
};
export const flagOf = (key: string): string =>
	`--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
type GlobalOptions = ValuesOf<typeof GLOBAL_OPTIONS>;

const AFTERWORD = `
\`tillbox help COMMAND\` explains a command, with examples.

Environment: TILLBOX_TOKEN (an access token, for scripts; never stored),
TILLBOX_SERVER (the server's address), NO_COLOR (print without colours).
Exit codes: 0 (done), 1 (unexpected), 2 (wrong usage or value),
3 (not signed in or not allowed), 4 (not found), 5 (conflict or limit),
6 (network or busy server), 7 (cancelled), 8 (local file), 130 (interrupted).`;

type Parsed = {
	globals: GlobalOptions;
	/** if requested instead of a command */
	help: string | null;
	run: (session: Session) => Promise<void>;
};

/** Throws a usage failure that names the problem. */
export function parse(commands: readonly Command[], args: readonly string[]): Parsed {
	let [printed, run]: [string, Parsed["run"]] = ["", async () => {}];
	const program = new Program("tillbox")
		.description("Sell files on a Tillbox server from the command line.")
		.usage("COMMAND [options]")
		.helpCommand(false)
		.helpOption("-h, --help", "explain the command")
		.configureHelp({ showGlobalOptions: true })
		.configureOutput({
			writeOut: (text) => (printed += text),
			writeErr: (text) => (printed += text),
			outputError: () => {},
		})
		.exitOverride()
		.addHelpText("after", AFTERWORD);
	const valuesOf = addOptions(program, GLOBAL_OPTIONS, args);
	for (const { usage, about, options, examples, note, run: execute } of commands) {
		const [, first = "", second, operands = ""] =
			/^([a-z]+)(?: ([a-z]+))?((?: [<[].*)?)$/.exec(usage) ?? [];
		const group = program.commands.find((one) => one.name() === first) ?? program.command(first);
		const target = second ? group.command(second) : group;
		const values = addOptions(target, options, args);
		if (operands) target.arguments(operands.trim());
		target
			.description(`${about[0]?.toUpperCase()}${about.slice(1)}.`)
			.addHelpText(
				"after",
				(note && `\n${target.createHelp().boxWrap(note, 80)}\n`) +
					(examples.length > 0 ? ["\nExamples:", ...examples].join("\n  ") : ""),
			)
			.action(() => {
				const given = target.processedArgs;
				run = async (session) => {
					await execute(session, values(), ...given);
				};
			});
	}
	for (const group of program.commands.filter((one) => one.commands.length > 0)) {
		const names = group.commands.map((one) => one.name()).join(", ");
		group.summary([group.description().slice(0, -1), names].filter(Boolean).join("; "));
	}
	const [first = "", ...rest] = args;
	const given =
		first === "help"
			? [...rest, "--help"]
			: /^(-v|--version)$/.test(first)
				? ["version", ...rest]
				: [...args];
	try {
		program.parse(given, { from: "user" });
		return { globals: valuesOf(), help: null, run };
	} catch (error) {
		if (!(error instanceof CommanderError)) throw error;
		const failure = usageOf(program, error);
		if (failure) throw failure;
		return { globals: valuesOf(), help: printed.trimEnd(), run };
	}
}

function addOptions<Specs extends Readonly<Record<string, OptionSpec>>>(
	target: Program,
	specs: Specs,
	args: readonly string[],
): () => ValuesOf<Specs> {
	const options = Object.entries(specs).map(([key, spec]) => {
		const { about, value, short, choices, isRepeatable, read } = spec;
		const name = flagOf(key);
		const one = new Option(
			`${short ? `${short}, ` : ""}${name}${value ? ` <${value}>` : ""}`,
			about,
		);
		if (choices) one.choices(choices);
		if (value)
			one.argParser((text, before: unknown) => {
				if (/^-./.test(text) && args.includes(text))
					throw usageFailure(`${name} needs a value: ${name} ${value}.`, [
						`A value that begins with a hyphen is written ${name}=${text}.`,
					]);
				if (choices && !choices.includes(text))
					throw usageFailure(`${name} can't be “${text}”. It can be ${choices.join(", ")}.`);
				const found = read ? read(text, name) : text;
				if (isRepeatable) return [...((before as unknown[] | undefined) ?? []), found];
				if (before !== undefined && before !== found)
					throw usageFailure(`${name} was given twice.`);
				return found;
			});
		target.addOption(one);
		return { key, one };
	});
	return () => {
		const values = target.opts();
		const given = options.flatMap(({ key, one }) => {
			const value = values[one.attributeName()];
			const isGiven = one.negate ? value === false : value !== undefined && value !== false;
			return isGiven ? [[key, one.negate || value]] : [];
		});
		return Object.fromEntries(given);
	};
}

/** Returns the problem; null for a request for help. */
function usageOf(program: Program, { code, message }: CommanderError): CliFailure | null {
	const [first, second] = program.args;
	const group = program.commands.find((one) => one.name() === first && one.commands.length > 0);
	const names = group?.commands.map((one) => one.name()) ?? [];
	if (group && code === "commander.help")
		return usageFailure(`\`tillbox ${first}\` needs one of: ${names.join(", ")}.`);
	if (code.startsWith("commander.help")) return null;
	if (group && second && !second.startsWith("-") && !names.includes(second))
		return usageFailure(`There is no command \`${first} ${second}\`.`, [
			`\`tillbox ${first}\` has: ${names.join(", ")}.`,
		]);
	const [text = "", hint = ""] = message.replace(/^error: /, "").split("\n");
	const isKnown = program.commands.some((one) => one.name() === first);
	const words = ["tillbox help", isKnown && first, names.includes(second ?? "") && second];
	return usageFailure(`${text[0]?.toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`, [
		hint.replace(/^\((.*)\)$/, "$1") || `See \`${words.filter(Boolean).join(" ")}\`.`,
	]);
}
