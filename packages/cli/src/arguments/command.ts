import type { Session } from "../session.ts";

/** One option of a command. */
export type OptionSpec = {
	type: "string" | "boolean";
	short?: string;
	/** the name of its value in the help, such as AMOUNT */
	value?: string;
	about: string;
	/** the only values it can have */
	choices?: readonly string[];
	/** it can be given several times */
	multiple?: boolean;
};
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type ValueOf<Spec extends OptionSpec> = Spec["type"] extends "boolean"
	? boolean
	: Spec extends { multiple: true }
		? readonly string[]
		: Spec extends { choices: readonly (infer Choice)[] }
			? Choice
			: string;
/** The values of a command's options: those that were not given are undefined. */
export type ValuesOf<Specs extends OptionSpecs> = {
	[Name in keyof Specs]: ValueOf<Specs[Name]> | undefined;
};

type Example = { line: string; about: string };

/** A command, or a command of a group such as `codes create`. */
export type Command = {
	/** words after the program's name */
	name: string;
	about: string;
	/** what follows the options, as the help shows it: "SHARE", "[FILE…]" */
	operands: string;
	/** how many operands there must be and may be */
	count: readonly [least: number, most: number];
	options: OptionSpecs;
	examples: readonly Example[];
	/** further paragraphs of the help */
	notes: readonly string[];
	run: (session: Session, input: ParsedInput) => Promise<void>;
};
export type ParsedInput = {
	options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
	operands: readonly string[];
};

type Definition<Specs extends OptionSpecs> = Omit<
	Command,
	"options" | "run" | "notes" | "operands" | "count"
> &
	Partial<Pick<Command, "notes" | "operands" | "count">> & {
		options?: Specs;
		run: (
			session: Session,
			input: { options: ValuesOf<Specs>; operands: readonly string[] },
		) => Promise<void>;
	};

/** Defines a command; its options' values are typed by their specifications. */
export function command<const Specs extends OptionSpecs = Record<never, never>>(
	definition: Definition<Specs>,
): Command {
	const { options, run, notes = [], operands = "", count = [0, 0], ...rest } = definition;
	return {
		...rest,
		notes,
		operands,
		count,
		options: options ?? {},
		// `parseArguments` has checked each value by its specification.
		run: run as Command["run"],
	};
}
