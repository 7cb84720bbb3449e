import { ts } from "@ts-morph/common";
import type { Plugin } from "vite";

/** The types that calls of `json<Type>()` name, without brackets. */
export function jsonTypesIn(source: ts.SourceFile): ts.TypeNode[] {
	const found: ts.TypeNode[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isCallExpression(node) && node.expression.getText() === "json")
			found.push(...(node.typeArguments ?? []));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** Passes the name of its type to each call of `json`, since types don't exist at run time. */
export function jsonTypes(): Plugin {
	return {
		name: "json-types",
		enforce: "pre",
		transform: (code, id) => (/[.]docs[.]ts$/.test(id) ? withNames(code) : null),
	};
}

export function withNames(code: string): string {
	const source = ts.createSourceFile("routes.docs.ts", code, ts.ScriptTarget.Latest, true);
	return jsonTypesIn(source).reduceRight(
		// Ends before `>()`.
		(all, node) => `${all.slice(0, node.end)}>("${node.getText()}"${all.slice(node.end + 2)}`,
		code,
	);
}
