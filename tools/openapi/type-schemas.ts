import { basename, join } from "node:path";
import { getLibFiles, ts } from "@ts-morph/common";
import { ROOT } from "../local/processes.ts";

export type JsonSchema = { [keyword: string]: unknown };

const COMPONENTS = join(ROOT, "tools/openapi/components.ts");
const LIBRARIES = "/typescript-libraries";
/** All other numbers are whole. */
const FRACTIONS = new Set(["percent"]);
const isMoment = (name: string) => /(?:At|Until)$/.test(name);
const isRegistry = (node: ts.Node) =>
	ts.isTypeAliasDeclaration(node) && node.name.text === "Components";
const has = (type: ts.Type, flags: ts.TypeFlags) => (type.flags & flags) !== 0;

/** Objects allow only the fields of their type. Throws for types without a counterpart in JSON. */
export function typeSchemas(): Record<string, JsonSchema> {
	const checker = checkerOf(COMPONENTS);
	const named = checker.components.getProperties();
	const names = new Map<ts.Symbol, string>();
	for (const property of named) {
		const { aliasSymbol } = checker.getTypeOfSymbol(property);
		if (aliasSymbol) names.set(aliasSymbol, property.name);
	}
	return Object.fromEntries(
		named.map((property) => {
			const type = checker.getTypeOfSymbol(property);
			const text =
				textOf(property, checker) || (type.aliasSymbol && textOf(type.aliasSymbol, checker));
			return [
				property.name,
				{
					...new Conversion(checker, names, property.name).contentOf(type),
					...(text && { description: text }),
				},
			];
		}),
	);
}

const textOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
	ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ").trim();

type Checker = ts.TypeChecker & { components: ts.Type };

function checkerOf(file: string): Checker {
	const base = ts.readConfigFile(join(ROOT, "tsconfig.base.json"), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, ROOT);
	const wanted = { ...options, composite: false, emitDeclarationOnly: false, noEmit: true };
	const program = ts.createProgram({
		rootNames: [file],
		options: wanted,
		host: hostWithLibraries(wanted),
	});
	const checker = program.getTypeChecker();
	const registry = program.getSourceFile(file)?.statements.find(isRegistry);
	if (!registry) throw new Error(`${file} declares no Components.`);
	return Object.assign(checker, { components: checker.getTypeAtLocation(registry) });
}

/** The package embeds the language's declarations. */
function hostWithLibraries(options: ts.CompilerOptions): ts.CompilerHost {
	const host = ts.createCompilerHost(options);
	const libraries = new Map(getLibFiles().map(({ fileName, text }) => [fileName, text]));
	const read = host.getSourceFile.bind(host);
	host.getDefaultLibLocation = () => LIBRARIES;
	host.getSourceFile = (path, ...more) => {
		const text = path.startsWith(`${LIBRARIES}/`) ? libraries.get(basename(path)) : undefined;
		return text === undefined ? read(path, ...more) : ts.createSourceFile(path, text, more[0]);
	};
	const exists = host.fileExists.bind(host);
	host.fileExists = (path) => path.startsWith(`${LIBRARIES}/`) || exists(path);
	return host;
}

class Conversion {
	readonly #checker: ts.TypeChecker;
	readonly #names: ReadonlyMap<ts.Symbol, string>;
	readonly #place: string;

	constructor(checker: ts.TypeChecker, names: ReadonlyMap<ts.Symbol, string>, place: string) {
		this.#checker = checker;
		this.#names = names;
		this.#place = place;
	}

	/** For a component, a reference. */
	schemaOf(type: ts.Type): JsonSchema {
		const name = type.aliasSymbol && this.#names.get(type.aliasSymbol);
		return name ? { $ref: `#/components/schemas/${name}` } : this.contentOf(type);
	}

	contentOf(type: ts.Type): JsonSchema {
		if (type.isUnion()) return this.#unionOf(type.types);
		if (type.isStringLiteral() || type.isNumberLiteral())
			return { type: typeof type.value, const: type.value };
		if (has(type, ts.TypeFlags.BooleanLiteral))
			return { type: "boolean", const: this.#checker.typeToString(type) === "true" };
		if (has(type, ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return { type: "string" };
		if (has(type, ts.TypeFlags.Number)) return { type: "number" };
		if (has(type, ts.TypeFlags.Null)) return { type: "null" };
		if (this.#checker.isArrayType(type)) {
			const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
			if (item) return { type: "array", items: this.schemaOf(item) };
		}
		if (has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#objectOf(type);
		throw new Error(`${this.#place}: ${this.#checker.typeToString(type)} is not JSON.`);
	}

	/** Literals become one enumeration; null joins a plain type. */
	#unionOf(types: readonly ts.Type[]): JsonSchema {
		const schemas = types
			.filter((type) => !has(type, ts.TypeFlags.Undefined) && !this.#isImpossible(type))
			.map((type) => this.schemaOf(type));
		const values = schemas.filter((schema) => "const" in schema).map((schema) => schema.const);
		const others = schemas.filter((schema) => !("const" in schema));
		const isBoolean = values.includes(true) && values.includes(false);
		const literals = isBoolean ? values.filter((one) => typeof one !== "boolean") : values;
		const all: JsonSchema[] = [
			...others.filter(({ type }) => type !== "null"),
			...(isBoolean ? [{ type: "boolean" }] : []),
			...(literals.length > 0 ? [{ type: typeOfValues(literals), enum: literals }] : []),
		];
		const isNullable = others.some(({ type }) => type === "null");
		const [only] = all;
		if (!only) return { type: "null" };
		if (all.length > 1) return { anyOf: [...all, ...(isNullable ? [{ type: "null" }] : [])] };
		if (!isNullable) return only;
		// Some generators don't accept null in an enumeration.
		if (typeof only.type !== "string" || only.enum) return { anyOf: [only, { type: "null" }] };
		return { ...only, type: [only.type, "null"] };
	}

	#othersOf = (type: ts.Type): JsonSchema | true =>
		has(type, ts.TypeFlags.Unknown) || this.schemaOf(type);

	/** Ruled out by other types of an intersection. */
	#isImpossible = (type: ts.Type): boolean =>
		type.isIntersection() && this.#checker.getPropertiesOfType(type).length === 0;

	#objectOf(type: ts.Type): JsonSchema {
		const properties: Record<string, JsonSchema> = {};
		const required: string[] = [];
		for (const property of this.#checker.getPropertiesOfType(type)) {
			const { name } = property;
			const inner = new Conversion(this.#checker, this.#names, `${this.#place}.${name}`);
			const found = inner.schemaOf(this.#checker.getTypeOfSymbol(property));
			const own = FRACTIONS.has(name) ? found : wholeNumbers(found);
			const text = textOf(property, this.#checker);
			const isText = own.type === "string" || (Array.isArray(own.type) && own.type[0] === "string");
			properties[name] = {
				...own,
				...(isText && !own.enum && isMoment(name) && { format: "date-time" }),
				...(text !== "" && { description: text }),
			};
			if ((property.flags & ts.SymbolFlags.Optional) === 0) required.push(name);
		}
		const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
		return {
			type: "object",
			properties,
			...(required.length > 0 && { required }),
			additionalProperties: index ? this.#othersOf(index.type) : false,
		};
	}
}

function typeOfValues(values: readonly unknown[]): string | string[] {
	const types = [...new Set(values.map((value) => typeof value))];
	return types.length === 1 && types[0] ? types[0] : types;
}

function wholeNumbers(schema: JsonSchema): JsonSchema {
	const { type, items, const: only } = schema;
	if (only !== undefined) return schema;
	if (type === "number") return { ...schema, type: "integer" };
	if (Array.isArray(type))
		return { ...schema, type: type.map((one) => (one === "number" ? "integer" : one)) };
	return type === "array" ? { ...schema, items: wholeNumbers(items as JsonSchema) } : schema;
}
