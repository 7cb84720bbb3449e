import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { includable } from "./includable.ts";
import { KIND_BY_PREFIX, type Kind } from "./kinds.ts";

const MAX_DEPTH = 4;
type Node = Record<string, unknown>;

/**
 * Returns `root` with the paths of `expand[]` expanded: ids become objects, and fields that are omitted
 * by default appear. Works on a copy.
 */
export function expand(call: Call, root: unknown, paths: readonly string[]): unknown {
	if (paths.length === 0) return root;
	const copy = structuredClone(root) as Node;
	for (const path of paths) {
		const parts = path.split(".");
		if (parts.length > MAX_DEPTH) {
			throw invalidRequest(
				`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
			);
		}
		expandPath(call, copy, parts, path);
	}
	return copy;
}

function expandPath(call: Call, node: Node, parts: string[], path: string): void {
	const [name, ...rest] = parts;
	if (name === undefined) return;
	if (name === "data" && Array.isArray(node.data)) {
		for (const entry of node.data) expandPath(call, entry as Node, rest, path);
		return;
	}
	const value = node[name] ?? includable(call, node, name);
	if (value === undefined) throw notExpandable(path);
	if (typeof value === "string") {
		const object = load(call, value);
		if (object === undefined) throw notExpandable(path);
		node[name] = object;
	} else node[name] = value;
	const next = node[name];
	if (rest.length > 0 && typeof next === "object" && next !== null) {
		const children = Array.isArray(next) ? next : [next];
		for (const child of children) expandPath(call, child as Node, rest, path);
	}
}

function load(call: Call, id: string): Node | undefined {
	const kind: Kind | undefined = KIND_BY_PREFIX[id.slice(0, id.indexOf("_"))];
	if (kind === undefined) return undefined;
	return call.store.find(kind, id) as Node | undefined;
}

function notExpandable(path: string): Error {
	return invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
}
