import { type ESTree, parseSync } from "vite";

/** Before a text that `npm run new:language` has copied from the English, until it is translated. */
export const UNTRANSLATED = "[en] ";

/** A text of a catalogue: its key, its place, and its source without quotes. */
type Text = { readonly key: string; readonly text: string; readonly at: number };

/** The value that a module exports by a name, with where it is written. */
export type Exported = { readonly name: string; readonly value: ESTree.Expression };

export function exportsOf(source: string): Exported[] {
	return parseSync("texts.ts", source).program.body.flatMap((statement) => {
		if (statement.type !== "ExportNamedDeclaration") return [];
		const { declaration } = statement;
		if (declaration?.type !== "VariableDeclaration") return [];
		return declaration.declarations.flatMap(({ id, init }) => {
			if (id.type !== "Identifier" || !init) return [];
			return [{ name: id.name, value: init.type === "TSAsExpression" ? init.expression : init }];
		});
	});
}

/** Finds the texts of a language's file: of a module, or of JSON. */
export function textsOf(path: string, source: string): Text[] {
	if (!path.endsWith(".json"))
		return exportsOf(source).flatMap(({ value }) => textsIn(value, "", source));
	const opening = "export const texts = ";
	const [json] = exportsOf(opening + source);
	if (!json) throw new Error(`${path} is not JSON`);
	const texts = textsIn(json.value, "", opening + source);
	return texts.map((text) => ({ ...text, at: text.at - opening.length }));
}

function textsIn(node: ESTree.Node, key: string, source: string): Text[] {
	const inside = (child: ESTree.Node) => textsIn(child, key, source);
	switch (node.type) {
		case "ObjectExpression":
			return node.properties.flatMap((property) => {
				if (property.type !== "Property") return [];
				const name = property.key.type === "Literal" ? property.key.value : undefined;
				const own = property.key.type === "Identifier" ? property.key.name : String(name);
				return textsIn(property.value, key ? `${key} › ${own}` : own, source);
			});
		case "ArrowFunctionExpression":
			return inside(node.body);
		case "ParenthesizedExpression":
			return inside(node.expression);
		case "ConditionalExpression":
			return [node.consequent, node.alternate].flatMap(inside);
		case "Literal":
		case "TemplateLiteral":
			return [{ key, text: source.slice(node.start + 1, node.end - 1), at: node.start + 1 }];
		default:
			throw new Error(`${key} is not a string but a ${node.type}`);
	}
}
