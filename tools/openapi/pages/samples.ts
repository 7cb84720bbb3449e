import { DESCRIBED_ORIGIN as ORIGIN } from "../../../worker/contract/api-docs.ts";
import type { Parameter, Shown } from "./document.ts";

export const LANGUAGES = { curl: "curl", javascript: "JavaScript", python: "Python" } as const;
export type Language = keyof typeof LANGUAGES;

const TOKEN = "TILLBOX_TOKEN";

/** null if programs can't call it */
export function samplesOf(operation: Shown): Record<Language, string> | null {
	if (operation.caller === "browser") return null;
	return { curl: curl(operation), javascript: javascript(operation), python: python(operation) };
}

function neededOf(operation: Shown, place: Parameter["in"]): [string, unknown][] {
	return operation.parameters
		.filter((one) => one.in === place && (one.required || one.name === "X-Upload-Token"))
		.map((one) => [one.name, sampleValue(one)]);
}

function sampleValue({ name, example, schema = {} }: Parameter): unknown {
	const { default: usual, enum: values, type, minimum, format, pattern } = schema;
	const [first] = (values as unknown[] | undefined) ?? [];
	const known = example ?? schema.example ?? usual ?? first;
	if (known !== undefined) return known;
	if (type === "integer" || type === "number") return minimum ?? 1;
	if (format === "uri") return `${ORIGIN}/share/GR3eO3912c2MlirD1AGY6A`;
	if (String(pattern).startsWith("^msg_")) return "msg_4f1c2ab34de56f709f1c2ab34de56f70";
	return PLAUSIBLE[name] ?? "GR3eO3912c2MlirD1AGY6A";
}
const PLAUSIBLE: Readonly<Record<string, string>> = {
	id: "mE4vT0bqkQyO2cXlUe7r9A",
	fileId: "Zk1yPq8sTn4cW8yZbV7xTg",
	handle: "alan-waters",
	folderName: "Presets",
	"X-Upload-Token": "eyJ1IjoibUU0dlQwYnFrUXlP",
};

/** undefined for other bodies */
const jsonOf = ({ body }: Shown): unknown => body?.["application/json"]?.example;

function bodyKind({ body }: Shown): "none" | "json" | "form" | "bytes" {
	if (!body) return "none";
	if ("application/json" in body) return "json";
	return "multipart/form-data" in body ? "form" : "bytes";
}
const FORM = { title: "Summer presets", price: "9.99" };
const BYTES = "application/octet-stream";
const bytesType = ({ body }: Shown) => (body && BYTES in body ? BYTES : "image/jpeg");

function address(operation: Shown): string {
	const values = Object.fromEntries(neededOf(operation, "path"));
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
		encodeURIComponent(String(values[name])),
	);
	return `${ORIGIN}${path}`;
}
const isRead = (operation: Shown) => operation.method === "GET";
const isFile = ({ responses }: Shown) =>
	Object.entries(responses).some(
		([status, { content }]) => status === "200" && content && !("application/json" in content),
	);

function curl(operation: Shown): string {
	const { method } = operation;
	const query = new URLSearchParams(
		neededOf(operation, "query").map(([name, value]) => [name, String(value)]),
	);
	const kind = bodyKind(operation);
	const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
	const isUsual = isRead(operation) || (method === "POST" && kind !== "none");
	const lines = [
		`curl ${isUsual ? "" : `-X ${method} `}"${address(operation)}${query.size > 0 ? `?${query}` : ""}"`,
	];
	if (operation.caller === "token") lines.push(`-H "Authorization: Bearer $${TOKEN}"`);
	for (const [name, value] of neededOf(operation, "header")) lines.push(`-H "${name}: ${value}"`);
	if (method === "POST") lines.push(`-H "Idempotency-Key: $(uuidgen)"`);
	if (kind === "json") lines.push(`--json ${quoted(literal(jsonOf(operation) ?? {}, JSON_STYLE))}`);
	if (kind === "form")
		lines.push(
			...Object.entries(FORM).map(([name, value]) => `-F ${name}=${JSON.stringify(value)}`),
			"-F files=@presets.zip",
		);
	if (kind === "bytes")
		lines.push(`-H "Content-Type: ${bytesType(operation)}"`, "--data-binary @file");
	if (isFile(operation)) lines.push("-OJ");
	return lines.join(" \\\n  ");
}

function javascript(operation: Shown): string {
	const { method, path } = operation;
	const kind = bodyKind(operation);
	const options = {
		...part("path", neededOf(operation, "path")),
		...part("query", neededOf(operation, "query")),
		...part("headers", neededOf(operation, "header")),
	};
	const fields = Object.entries(options).map(
		([name, value]) => `${name}: ${literal(value, JS_STYLE, 1)}`,
	);
	if (kind === "json") fields.push(`body: ${literal(jsonOf(operation) ?? {}, JS_STYLE, 1)}`);
	if (kind === "form" || kind === "bytes") fields.push("body");
	const inline = `{ ${fields.join(", ")} }`;
	const argument =
		inline.length <= 60 && !inline.includes("\n") ? inline : `{\n  ${fields.join(",\n  ")},\n}`;
	const args = `"${path}"${fields.length > 0 ? `, ${argument}` : ""}`;
	const client =
		operation.caller === "token"
			? `{\n  server: "${ORIGIN}",\n  token: process.env.${TOKEN},\n}`
			: `{ server: "${ORIGIN}" }`;
	const isList = isRead(operation) && operation.parameters.some(({ name }) => name === "after");
	const name = isFile(operation) ? "download" : method.toLowerCase();
	const before =
		kind === "form"
			? `const body = new FormData();\n${Object.entries(FORM)
					.map(([field, value]) => `body.set("${field}", "${value}");\n`)
					.join("")}body.set("files", await openAsBlob("presets.zip"), "presets.zip");\n`
			: kind === "bytes"
				? `const body = await openAsBlob("file", { type: "${bytesType(operation)}" });\n`
				: "";
	const answers = Object.entries(operation.responses).some(
		([status, { content }]) => status < "300" && content,
	);
	const call = isList
		? `for await (const entry of tillbox.list(${args})) console.log(entry);`
		: `${answers ? `const ${name === "download" ? "response" : "result"} = ` : ""}await tillbox.${name}(${args});`;
	return `${before ? 'import { openAsBlob } from "node:fs";\n' : ""}import { Tillbox } from "@tillbox/client";

const tillbox = new Tillbox(${client});
${before}${call}`;
}

const part = (name: string, values: [string, unknown][]) =>
	values.length > 0 ? { [name]: Object.fromEntries(values) } : {};

function python(operation: Shown): string {
	const { method } = operation;
	const kind = bodyKind(operation);
	const args = [`"${address(operation)}"`];
	const headers: [string, string][] = [];
	if (operation.caller === "token")
		headers.push(["Authorization", `f"Bearer {os.environ['${TOKEN}']}"`]);
	for (const [name, value] of neededOf(operation, "header")) headers.push([name, `"${value}"`]);
	if (method === "POST") headers.push(["Idempotency-Key", "str(uuid.uuid4())"]);
	if (kind === "bytes") headers.push(["Content-Type", `"${bytesType(operation)}"`]);
	if (headers.length > 0)
		args.push(
			`headers={\n${headers.map(([name, value]) => `        "${name}": ${value},\n`).join("")}    }`,
		);
	const query = neededOf(operation, "query");
	if (query.length > 0) args.push(`params=${literal(Object.fromEntries(query), PYTHON_STYLE, 1)}`);
	if (kind === "json") args.push(`json=${literal(jsonOf(operation) ?? {}, PYTHON_STYLE, 1)}`);
	if (kind === "form")
		args.push(
			`data=${literal(FORM, PYTHON_STYLE, 1)}`,
			'files={"files": open("presets.zip", "rb")}',
		);
	if (kind === "bytes") args.push('data=open("file", "rb")');
	const modules = [
		...(operation.caller === "token" ? ["os"] : []),
		...(method === "POST" ? ["uuid"] : []),
		"requests",
	];
	const answer = operation.responses[200] ?? operation.responses[201];
	const shown = answer?.content?.["application/json"] ? "\nprint(response.json())" : "";
	return `import ${modules.join(", ")}

response = requests.${method.toLowerCase()}(
    ${args.join(",\n    ")},
)
response.raise_for_status()${shown}`;
}

type Style = {
	words: Readonly<Record<string, string>>;
	isQuoted: (key: string) => boolean;
	indent: string;
};
const JSON_STYLE: Style = { words: {}, isQuoted: () => true, indent: "  " };
const JS_STYLE: Style = {
	words: {},
	isQuoted: (key) => !/^[A-Za-z_]\w*$/.test(key),
	indent: "  ",
};
const PYTHON_STYLE: Style = {
	words: { true: "True", false: "False", null: "None" },
	isQuoted: () => true,
	indent: "    ",
};

/** On one line if short; `depth` is the indentation. */
function literal(value: unknown, style: Style, depth = 0): string {
	if (typeof value !== "object" || value === null) {
		const text = JSON.stringify(value) ?? "null";
		return style.words[text] ?? text;
	}
	const isList = Array.isArray(value);
	const [open, close] = isList ? ["[", "]"] : ["{", "}"];
	const entries = isList
		? value.map((entry) => literal(entry, style, depth + 1))
		: Object.entries(value).map(
				([key, entry]) =>
					`${style.isQuoted(key) ? JSON.stringify(key) : key}: ${literal(entry, style, depth + 1)}`,
			);
	if (entries.length === 0) return open + close;
	const inline = entries.join(", ");
	if (inline.length <= 50 && !inline.includes("\n"))
		return isList ? `[${inline}]` : `{ ${inline} }`;
	const start = `\n${style.indent.repeat(depth + 1)}`;
	return `${open}${start}${entries.join(`,${start}`)}\n${style.indent.repeat(depth)}${close}`;
}

export const asJson = (value: unknown): string => literal(value, JSON_STYLE);
