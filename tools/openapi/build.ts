import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DEFAULT_APP_NAME } from "../../worker/contract/constants.ts";
import { ROOT } from "../local/processes.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import type { Description } from "./describe.ts";

const CACHE = join(ROOT, "node_modules/.cache/openapi");
const STRICT = join(CACHE, "strict.json");
const SOURCES = ["worker", "locales", "tools/openapi", "package-lock.json"];

/** For tests: responses allow only what their types name. Rebuilt when a source changes. */
export async function strictDescription(): Promise<Description> {
	await unlessDone(join(CACHE, ".built"), hashOf(SOURCES), async () => {
		// They take half a second to load.
		const { loadRoutes } = await import("./load-routes.ts");
		const { typeSchemas } = await import("./type-schemas.ts");
		const { describe } = await import("./describe.ts");
		const { routes, docs, gaps } = await loadRoutes();
		if (gaps().length > 0) throw new Error(gaps().join("\n"));
		await replace(STRICT, JSON.stringify(describe(routes(), docs, typeSchemas())));
	});
	return JSON.parse(await readFile(STRICT, "utf8"));
}

/** Leaves out examples, whose `id` fields a validator takes for schema names. */
export async function schemasOnly(): Promise<Description> {
	return JSON.parse(JSON.stringify(await strictDescription()), (key, value) =>
		key === "example" || key === "examples" ? undefined : value,
	);
}

/** Its responses allow unknown fields, since fields may be added. */
export async function publishedDescription(appName: string): Promise<string> {
	return JSON.stringify(named(open(await strictDescription()), appName));
}

export async function writeDescription(web: string, description: string): Promise<void> {
	const { renderPages } = await import("./pages/pages.ts");
	const files = new Map([
		["api/openapi.json", description],
		["docs/api.css", await pageStyle(web)],
		...[...renderPages(JSON.parse(description))].map(([name, text]): [string, string] => [
			`docs/${name}`,
			text,
		]),
	]);
	for (const [name, text] of files) {
		const file = join(web, name);
		if (existsSync(file) && (await readFile(file, "utf8")) === text) continue;
		await replace(file, text);
	}
}

/** Throws if Vite hasn't built one of its fonts. */
async function pageStyle(web: string): Promise<string> {
	const built = readdirSync(join(web, "assets"));
	const read = (name: string) => readFile(join(ROOT, "web/app", name), "utf8");
	const fonts = (await read("type.css")).replace(
		/\.\/fonts\/([\w-]+)\.woff2/g,
		(_, name: string) => {
			const isIt = new RegExp(`^${name}-[\\w-]{8}\\.woff2$`);
			const file = built.find((one) => isIt.test(one));
			if (!file) throw new Error(`The font ${name} is not built.`);
			return `/assets/${file}`;
		},
	);
	return `${fonts}${await read("api-docs.css")}`;
}

const named = ({ info, ...description }: Description, appName: string): Description => ({
	...description,
	info: { ...info, title: `${appName || DEFAULT_APP_NAME} API` },
});

/** Atomic, since another process may read the file. */
export async function replace(file: string, text: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	const whole = `${file}.${process.pid}.${randomUUID()}`;
	await writeFile(whole, text);
	await rename(whole, file);
}

function open(description: Description): Description {
	const schemas = JSON.stringify(description.components.schemas, (key, value) =>
		key === "additionalProperties" && value === false ? undefined : value,
	);
	return {
		...description,
		components: { ...description.components, schemas: JSON.parse(schemas) },
	};
}
