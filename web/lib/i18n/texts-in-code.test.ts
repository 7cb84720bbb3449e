import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { expect, it } from "vitest";

const web = join(import.meta.dirname, "../..");
const LAYERS = ["app", "features", "routes", "ui"];
/** Attributes and properties whose text people see or hear. */
const READ =
	/^(?:alt|title|label|text|message|description|placeholder|hint|aria-\w*label|aria-description)$/i;
const ALLOWED = new Set(["Tillbox"]);

type Node = { type?: string; [key: string]: unknown };

/** True for words, but not keys of catalogues, classes and signs. */
function isText(value: unknown): value is string {
	if (typeof value !== "string" || ALLOWED.has(value.trim())) return false;
	return /\p{L}{2}/u.test(value) && !/^[a-z][\w-]*(?:\.[\w.-]+)?$/.test(value.trim());
}

/** In a .tsx file a generic arrow function would be parsed as an element, so the extension decides. */
function textsIn(source: string, tsx = true): string[] {
	const found: string[] = [];
	const take = (value: unknown) => {
		if (isText(value)) found.push(value.trim());
	};
	const literal = (node: Node | null | undefined) => {
		const inner = node?.type === "JSXExpressionContainer" ? (node.expression as Node) : node;
		if (inner?.type === "StringLiteral") take(inner.value);
		if (inner?.type === "TemplateLiteral")
			for (const quasi of inner.quasis as Node[]) take(quasi.raw);
	};
	const walk = (node: unknown): void => {
		if (typeof node !== "object" || node === null) return;
		const { type, ...parts } = node as Node;
		if (type === "JSXText") take(parts.value);
		if (type === "JSXElement") for (const child of parts.children as Node[]) literal(child);
		const name = (parts.name ?? parts.key) as Node | undefined;
		const isNamed = type === "JSXAttribute" || type === "KeyValueProperty";
		if (isNamed && READ.test(String(name?.value))) literal(parts.value as Node);
		for (const part of Object.values(parts)) walk(part);
	};
	walk(parseSync(source, { syntax: "typescript", tsx }).body);
	return found;
}

it("finds texts in elements, attributes and properties", () => {
	expect(
		textsIn(`const a = <p title="A title" className="not this">Words {"and more"} {t("a.key")}</p>;
			toast({ title: "Something", tone: "good" });`).sort(),
	).toEqual(["A title", "Something", "Words", "and more"]);
});

it("finds no texts of the interface outside the catalogues", () => {
	const files = LAYERS.flatMap((layer) =>
		readdirSync(join(web, layer), { recursive: true, encoding: "utf8" })
			.filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
			.map((path) => join(layer, path)),
	);
	const outside = files.flatMap((path) =>
		textsIn(readFileSync(join(web, path), "utf8"), path.endsWith("x")).map(
			(text) => `${path}: ${text}`,
		),
	);
	expect(files.length).toBeGreaterThan(100);
	expect(outside).toEqual([]);
});
