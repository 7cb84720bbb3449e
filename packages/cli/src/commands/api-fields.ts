import { textIn } from "../arguments/values.ts";
import { usageFailure } from "../failures.ts";

/** NAME=VALUE of a command line; `isRaw`: always a text. */
export type Field = { text: string; isRaw: boolean };
type Tree = { [name: string]: unknown };

export function readField({ text, isRaw }: Field): [name: string, value: unknown] {
	const [, name, value = ""] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
	if (name === undefined) throw usageFailure(`A field is written NAME=VALUE, not “${text}”.`);
	if (isRaw) return [name, value];
	if (value.startsWith("@")) return [name, textIn(value.slice(1), name)];
	return [name, /^(true|false|null|-?\d{1,15})$/.test(value) ? JSON.parse(value) : value];
}

/** `a[b]=1` is a field of `a`, `a[]=1` one more item. Throws for contradictions. */
export function objectOf(fields: readonly (readonly [string, unknown])[]): Tree {
	const root: Tree = Object.create(null);
	for (const [name, value] of fields) {
		const [, first = "", rest = ""] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
		if (first === "") throw usageFailure(`“${name}” is not a field name such as a, a[b] or a[].`);
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
