import { globSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { getLibFiles, ts } from "@ts-morph/common";
import { ROOT } from "../local/processes.ts";
import { jsonTypesIn } from "./json-types.ts";

export type JsonSchema = { [keyword: string]: unknown };

const COMPONENTS = join(ROOT, "tools/openapi/components.ts");
/** The routes' types, which the description needs nothing of, lead to all of the Worker. */
const APP = join(ROOT, "worker/app.ts");
/** Where a name makes a type a component. */
const NAMING = /^worker\/(?:contract\/|.+\/contract(?:\.ts$|\/)|.+\.docs\.ts$)/;
const LIBRARIES = "/typescript-libraries";
/** All other numbers are whole. */
const FRACTIONS = new Set(["percent"]);
const isMoment = (name: string) => /(?:At|Until)$/.test(name);
const isRegistry = (node: ts.Node) =>
	ts.isTypeAliasDeclaration(node) && node.name.text === "Components";
const has = (type: ts.Type, flags: ts.TypeFlags) => (type.flags & flags) !== 0;

/**
 * The schemas of all types that routes respond with, and of the contracts' types within them. Objects allow only the
 * fields of their type. Throws for types without a counterpart in JSON.
 */
export function typeSchemas(): Record<string, JsonSchema> {
	const docs = globSync("worker/**/*.docs.ts", { cwd: ROOT }).map((file) => join(ROOT, file));
	const program = programOf([COMPONENTS, ...docs]);
	const checker = program.getTypeChecker();
	const components = new Components(checker);
	// Resolved first: unions have the order in which the compiler meets their types.
	const named = registryOf(program, checker)
		.getProperties()
		.map((property) => [property, checker.getTypeOfSymbol(property)] as const);
	for (const file of docs) {
		const source = program.getSourceFile(file);
		for (const node of source ? jsonTypesIn(source) : [])
			new Conversion(checker, components, node.getText()).schemaOf(
				checker.getTypeFromTypeNode(node),
			);
	}
	for (const [property, type] of named) components.add(property.name, type, property);
	return components.schemas();
}

const textOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
	ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ").trim();

function programOf(files: string[]): ts.Program {
	const base = ts.readConfigFile(join(ROOT, "tsconfig.base.json"), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, ROOT);
	const wanted = { ...options, composite: false, emitDeclarationOnly: false, noEmit: true };
	return ts.createProgram({ rootNames: files, options: wanted, host: hostWithLibraries(wanted) });
}

function registryOf(program: ts.Program, checker: ts.TypeChecker): ts.Type {
	const registry = program.getSourceFile(COMPONENTS)?.statements.find(isRegistry);
	if (!registry) throw new Error(`${COMPONENTS} declares no Components.`);
	return checker.getTypeAtLocation(registry);
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
	host.fileExists = (path) => path !== APP && (path.startsWith(`${LIBRARIES}/`) || exists(path));
	return host;
}

const isObject = (type: ts.Type): boolean =>
	type.isUnion()
		? type.types.every(isObject)
		: has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection);

const isNamed = ({ declarations = [] }: ts.Symbol): boolean =>
	declarations.some((node) => NAMING.test(relative(ROOT, node.getSourceFile().fileName)));

/** Collects the schemas that references lead to. */
class Components {
	readonly #checker: ts.TypeChecker;
	readonly #names = new Map<ts.Symbol, string>();
	readonly #schemas = new Map<string, JsonSchema>();

	constructor(checker: ts.TypeChecker) {
		this.#checker = checker;
	}

	add(name: string, type: ts.Type, documented?: ts.Symbol): void {
		const { aliasSymbol } = type;
		if (this.#schemas.has(name)) throw new Error(`Two types are named ${name}.`);
		if (aliasSymbol && !type.aliasTypeArguments) this.#names.set(aliasSymbol, name);
		this.#schemas.set(name, {});
		const text =
			(documented && textOf(documented, this.#checker)) ||
			(aliasSymbol && textOf(aliasSymbol, this.#checker));
		this.#schemas.set(name, {
			...new Conversion(this.#checker, this, name).contentOf(type),
			...(text && { description: text }),
		});
	}

	/** If it is an object that a contract or a description of routes names. */
	referenceTo(type: ts.Type): JsonSchema | undefined {
		const { aliasSymbol } = type;
		if (!aliasSymbol || type.aliasTypeArguments || !isObject(type)) return undefined;
		if (!this.#names.has(aliasSymbol)) {
			if (!isNamed(aliasSymbol)) return undefined;
			this.add(aliasSymbol.name, type);
		}
		return { $ref: `#/components/schemas/${this.#names.get(aliasSymbol)}` };
	}

	schemas(): Record<string, JsonSchema> {
		return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
	}
}

class Conversion {
	readonly #checker: ts.TypeChecker;
	readonly #components: Components;
	readonly #place: string;

	constructor(checker: ts.TypeChecker, components: Components, place: string) {
		this.#checker = checker;
		this.#components = components;
		this.#place = place;
	}

	schemaOf(type: ts.Type): JsonSchema {
		return this.#components.referenceTo(type) ?? this.contentOf(type);
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
			const inner = new Conversion(this.#checker, this.#components, `${this.#place}.${name}`);
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
