import { readFile } from "node:fs/promises";
import { CliFailure, EXIT, usageFailure } from "../failures.ts";

/** NAME=VALUE of a command line; `isRaw` is a text whatever it looks like. */
export type Field = { text: string; isRaw: boolean };
type Tree = { [name: string]: unknown };

/** Reads a field into its name and value. Throws a usage failure. */
export async function readField({ text, isRaw }: Field): Promise<[name: string, value: unknown]> {
	const [, name, value = ""] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
	if (name === undefined) throw usageFailure(`A field is written NAME=VALUE, not “${text}”.`);
	return [name, isRaw ? value : await typed(value, name)];
}

/** Numbers, true, false and null as such, `@FILE` as the text of that file, all else as a text. */
async function typed(value: string, name: string): Promise<unknown> {
	if (value.startsWith("@"))
		return readFile(value.slice(1), "utf8").catch((cause: Error) => {
			throw new CliFailure("file.missing", EXIT.file, `${name}: ${cause.message}`, { cause });
		});
	return /^(true|false|null|-?\d{1,15})$/.test(value) ? JSON.parse(value) : value;
}

/**
 * Builds the object that fields describe: `a[b]=1` is a field of `a`, `a[]=1` one more item of it. Throws a usage
 * failure for names that contradict each other.
 */
export function objectOf(fields: readonly (readonly [string, unknown])[]): Tree {
	const root: Tree = Object.create(null);
	for (const [name, value] of fields) {
		const [, first = "", rest = ""] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
		if (first === "")
			throw usageFailure(`“${name}” is no name of a field, such as a, a[b] or a[].`);
		const keys = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, key = ""]) => key)];
		let at: unknown = root;
		for (const [index, key] of keys.entries()) {
			const next = keys[index + 1];
			const fresh = next === undefined ? value : next === "" ? [] : Object.create(null);
			at = descend(at, key, { fresh, isLast: next === undefined, name });
		}
	}
	return root;
}

function descend(
	at: unknown,
	key: string,
	{ fresh, isLast, name }: { fresh: unknown; isLast: boolean; name: string },
): unknown {
	if (key === "" && Array.isArray(at)) {
		at.push(fresh);
		return fresh;
	}
	if (key === "" || Array.isArray(at) || typeof at !== "object" || at === null)
		throw usageFailure(`The field ${name} contradicts one before it.`);
	const tree = at as Tree;
	if (isLast && key in tree) throw usageFailure(`The field ${name} was given twice.`);
	tree[key] ??= fresh;
	return tree[key];
}
