import { parseArgs } from "node:util";
import { usageFailure } from "../failures.ts";
import type { Command, OptionSpec, OptionSpecs, ParsedInput } from "./command.ts";
import { suggestion } from "./suggest.ts";

/** Options of every command. */
export const GLOBAL_OPTIONS = {
	server: { type: "string", value: "URL", about: "the server's address" },
	json: { type: "boolean", about: "print one JSON object, for scripts" },
	progress: {
		type: "string",
		value: "KIND",
		choices: ["auto", "bar", "plain", "json", "none"],
		about: "how transfers report their progress on stderr",
	},
	"no-color": { type: "boolean", about: "print without colours (also NO_COLOR)" },
	help: { type: "boolean", short: "h", about: "explain the command" },
} as const satisfies OptionSpecs;

/** Returns the words of the command at the beginning of the arguments, and the rest without them. */
export function findCommand(
	commands: readonly Command[],
	args: readonly string[],
): { command: Command | null; words: string[]; rest: string[] } {
	const { at, words } = leadingWords(args);
	for (const length of [2, 1]) {
		const name = words.slice(0, length).join(" ");
		const command = commands.find((one) => one.name === name);
		if (!command) continue;
		const taken = new Set(at.slice(0, length));
		return { command, words, rest: args.filter((_, i) => !taken.has(i)) };
	}
	return { command: null, words, rest: [...args] };
}

/** The first words that are no options, of which two may name a command; global options may stand before. */
function leadingWords(args: readonly string[]): { at: number[]; words: string[] } {
	const at: number[] = [];
	for (let i = 0; i < args.length && at.length < 2; i++) {
		const arg = args[i] ?? "";
		if (arg === "--") break;
		if (!arg.startsWith("-")) at.push(i);
		else if (arg === "--server" || arg === "--progress") i++;
		else if (at.length > 0) break;
	}
	return { at, words: at.map((i) => args[i] ?? "") };
}

/** The error for words that name no command. */
export function unknownCommand(commands: readonly Command[], words: readonly string[]) {
	const [first = "", second] = words;
	const names = commands.map(({ name }) => name);
	const group = names.filter((name) => name.startsWith(`${first} `));
	if (group.length > 0) {
		const ours = group.map((name) => name.slice(first.length + 1));
		const meant = second === undefined ? null : suggestion(second, ours);
		return usageFailure(
			second === undefined
				? `\`tillbox ${first}\` needs one of: ${ours.join(", ")}.`
				: `There is no command \`${first} ${second}\`.`,
			meant ? [`Did you mean \`tillbox ${first} ${meant}\`?`] : [],
		);
	}
	const meant = suggestion(first, [...new Set(names.map((name) => name.split(" ")[0] ?? ""))]);
	return usageFailure(`There is no command \`${first}\`.`, [
		meant ? `Did you mean \`tillbox ${meant}\`?` : "`tillbox help` lists the commands.",
	]);
}

/** Parses the arguments of a command. Throws a usage failure that names the option. */
export function parseArguments(command: Command, args: readonly string[]): ParsedInput {
	const specs: OptionSpecs = { ...GLOBAL_OPTIONS, ...command.options };
	const { tokens } = parseArgs({
		args: [...args],
		options: Object.fromEntries(
			Object.entries(specs).map(([name, { type, short }]) => [
				name,
				{ type, ...(short && { short }) },
			]),
		),
		strict: false,
		tokens: true,
		allowPositionals: true,
	});
	const options: Record<string, string | boolean | string[] | undefined> = {};
	const operands: string[] = [];
	for (const token of tokens) {
		if (token.kind === "positional") operands.push(token.value);
		if (token.kind !== "option") continue;
		const spec = specs[token.name];
		if (!spec) throw unknownOption(command, token.rawName, Object.keys(specs));
		const value = readValue(spec, token);
		const before = options[token.name];
		if (spec.multiple && typeof value === "string")
			options[token.name] = [...(Array.isArray(before) ? before : []), value];
		else if (before !== undefined && before !== value)
			throw usageFailure(`--${token.name} was given twice.`);
		else options[token.name] = value;
	}
	if (!options.help) checkOperands(command, operands);
	return { options, operands };
}

function readValue(
	spec: OptionSpec,
	{ rawName, value, inlineValue }: { rawName: string; value?: string; inlineValue?: boolean },
): string | boolean {
	if (spec.type === "boolean") {
		if (value !== undefined) throw usageFailure(`${rawName} takes no value.`);
		return true;
	}
	const wanted = spec.value ?? "VALUE";
	if (value === undefined) throw usageFailure(`${rawName} needs a value: ${rawName} ${wanted}.`);
	if (!inlineValue && /^-./.test(value))
		throw usageFailure(`${rawName} needs a value: ${rawName} ${wanted}.`, [
			`A value that begins with a hyphen is written ${rawName}=${value}.`,
		]);
	if (spec.choices && !spec.choices.includes(value)) {
		const meant = suggestion(value, spec.choices);
		throw usageFailure(
			`${rawName} can't be “${value}”. It can be ${spec.choices.join(", ")}.`,
			meant ? [`Did you mean ${rawName} ${meant}?`] : [],
		);
	}
	return value;
}

function unknownOption(command: Command, rawName: string, known: readonly string[]) {
	const meant = suggestion(rawName.replace(/^-+/, ""), known);
	return usageFailure(`\`tillbox ${command.name}\` has no option ${rawName}.`, [
		meant ? `Did you mean --${meant}?` : `\`tillbox help ${command.name}\` lists the options.`,
	]);
}

function checkOperands({ name, operands, count }: Command, given: readonly string[]): void {
	const [least, most] = count;
	const usage = [`Usage: tillbox ${name} ${operands}`.trim()];
	if (given.length < least)
		throw usageFailure(`\`tillbox ${name}\` needs ${operands || "an operand"}.`, usage);
	if (given.length > most)
		throw usageFailure(`“${given[most]}” is too much for \`tillbox ${name}\`.`, usage);
}
