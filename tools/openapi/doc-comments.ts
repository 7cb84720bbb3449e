import { ts } from "@ts-morph/common";
import type { Plugin } from "vite";

const HELPER = "described-schemas";
const LOCAL = "_$described";
const LOADED = `\0${HELPER}`;

/** Describes fields of Zod schemas by their doc comments, in bundles built with this plugin only. */
export function docComments(): Plugin {
	return {
		name: "doc-comments",
		enforce: "pre",
		resolveId: (id) => (id === HELPER ? LOADED : undefined),
		load: (id) => (id === LOADED ? HELPER_SOURCE : undefined),
		transform: (code, id) =>
			/\/worker\/.*\.tsx?$/.test(id) && code.includes('from "zod"') ? withDescriptions(code) : null,
	};
}

const HELPER_SOURCE = `export const described = (value, text) =>
	value?._zod !== undefined ? value.describe(text) : value;`;

export function withDescriptions(code: string): string {
	const source = ts.createSourceFile("schemas.ts", code, ts.ScriptTarget.Latest, true);
	const insertions: { at: number; text: string }[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
			const text = commentOf(node);
			if (text !== "") {
				const isShort = ts.isShorthandPropertyAssignment(node);
				const value = isShort ? node.name : node.initializer;
				const name = isShort ? `${node.name.text}: ` : "";
				insertions.push(
					{ at: value.getStart(), text: `${name}${LOCAL}(` },
					{ at: value.getEnd(), text: `, ${JSON.stringify(text)})` },
				);
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	if (insertions.length === 0) return code;
	const changed = insertions
		.sort((one, other) => other.at - one.at)
		.reduce((all, { at, text }) => all.slice(0, at) + text + all.slice(at), code);
	return `import { described as ${LOCAL} } from "${HELPER}";\n${changed}`;
}

function commentOf(node: ts.Node): string {
	const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
	return comments
		.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
		.join(" ")
		.replace(/\s+/g, " ")
		.trim();
}
