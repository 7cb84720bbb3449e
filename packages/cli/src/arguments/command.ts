import type { Session } from "../session.ts";

/** `Value` is the type of what `read` returns. */
export type OptionSpec<Value = unknown> = {
	about: string;
	/** the name of its value in the help, such as AMOUNT; a switch has none */
	value?: string;
	short?: string;
	choices?: readonly string[];
	isRepeatable?: boolean;
	/** Throws a usage failure that names the option. */
	read?: (text: string, option: string) => Value;
};
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;
/** Omitted options are missing. */
export type ValuesOf<Specs extends OptionSpecs> = {
	readonly [Name in keyof Specs]?: Specs[Name] extends OptionSpec<infer Value> ? Value : never;
};

export const flag = (about: string, short = ""): OptionSpec<boolean> => ({ about, short });
export function option(value: string, about: string): OptionSpec<string>;
export function option<Value>(
	value: string,
	about: string,
	read: (text: string, option: string) => Value,
): OptionSpec<Value>;
export function option(value: string, about: string, read?: OptionSpec["read"]): OptionSpec {
	return { value, about, ...(read && { read }) };
}
export const choice = <const Choice extends string>(
	choices: readonly Choice[],
	about: string,
): OptionSpec<Choice> => ({ value: "KIND", about, choices });
export const onOrOff = (about: string): OptionSpec<boolean> => ({
	value: "ON",
	about,
	choices: ["on", "off"],
	read: (text) => text === "on",
});
export const repeatable = (value: string, about: string, short = ""): OptionSpec<string[]> => ({
	value,
	about,
	short,
	isRepeatable: true,
});
/** An option that the word "none" makes null. */
export const removable = <Value>(spec: OptionSpec<Value>): OptionSpec<Value | null> => ({
	...spec,
	read: (text, name) =>
		text === "none" ? null : spec.read ? spec.read(text, name) : (text as Value),
});

/** The operands of a usage such as "uploads resume <ID> [PATH...]". */
type Operands<Usage> = Usage extends `${string}<${string}...>` | `${string}[${string}...]`
	? Usage extends `${string}<${string}> [${string}...]`
		? [string, string[]]
		: [string[]]
	: Usage extends `${string}<${string}>`
		? [string]
		: Usage extends `${string}[${string}]`
			? [string | undefined]
			: [];

export type Command = {
	usage: string;
	about: string;
	options: OptionSpecs;
	/** lines of a shell, each with a comment */
	examples: readonly string[];
	note: string;
	run: (session: Session, options: object, ...operands: unknown[]) => unknown;
};

export function command<
	const Usage extends string,
	Specs extends OptionSpecs = Record<never, never>,
>(
	usage: Usage,
	about: string,
	more: { options?: Specs; examples?: readonly string[]; note?: string },
	run: (session: Session, options: ValuesOf<Specs>, ...operands: Operands<Usage>) => unknown,
): Command {
	// `parse` passes values of the declared types.
	return { usage, about, options: {}, examples: [], note: "", ...more, run: run as Command["run"] };
}
