import { readFile } from "node:fs/promises";
import type { OptionSpecs } from "../arguments/command.ts";
import { amount, count, moment } from "../arguments/values.ts";
import { CliFailure, EXIT } from "../failures.ts";

/** The fields of a share that a new one and an edit can have; `value` says how they are read. */
export const SHARE_OPTIONS = {
	title: { type: "string", value: "TITLE", about: "the title" },
	price: { type: "string", value: "AMOUNT", about: "the price in your currency, or the minimum" },
	description: {
		type: "string",
		value: "TEXT",
		about: "what buyers read; @FILE takes it from a file",
	},
	licence: { type: "string", value: "TEXT", about: "what buyers may do with the files; or @FILE" },
	pricing: {
		type: "string",
		value: "KIND",
		choices: ["fixed", "chosen", "free"],
		about: "one price, at least the price, or nothing",
	},
	"suggested-price": {
		type: "string",
		value: "AMOUNT",
		about: "what is proposed with --pricing chosen",
	},
	"max-sales": { type: "string", value: "NUMBER", about: "how many can be sold" },
	"external-id": { type: "string", value: "ID", about: "your own id of it" },
	images: {
		type: "string",
		value: "KIND",
		choices: ["blur", "watermark", "none"],
		about: "how pictures are shown before payment; none shows no preview of any file",
	},
} as const;

type Reader = (text: string, option: string) => unknown;
const READERS: Readonly<Record<string, Reader>> = {
	AMOUNT: amount,
	NUMBER: count,
	TIME: moment,
	TEXT: textOf,
	ON: (text) => text === "on",
};

/**
 * Reads options into the fields of the API that have their names, without those that were not given. An option in
 * `removable` is null for the word "none". Throws a usage failure that names the option.
 */
export async function readFields(
	specs: OptionSpecs,
	options: Readonly<Record<string, unknown>>,
	removable: readonly string[] = [],
): Promise<Record<string, unknown>> {
	const fields: Record<string, unknown> = {};
	for (const [name, { value = "" }] of Object.entries(specs)) {
		const text = options[name];
		if (typeof text !== "string") continue;
		const field = name.replace(/-./g, ([, letter = ""]) => letter.toUpperCase());
		const isNone = text === "none" && removable.includes(name);
		const read = READERS[value];
		fields[field] = isNone ? null : read ? await read(text, `--${name}`) : text;
	}
	return fields;
}

/** A text of an option; `@FILE` reads it from there. */
async function textOf(value: string, option: string): Promise<string> {
	if (!value.startsWith("@")) return value;
	return readFile(value.slice(1), "utf8").catch((cause: Error) => {
		throw new CliFailure("file.missing", EXIT.file, `${option}: ${cause.message}`, { cause });
	});
}
