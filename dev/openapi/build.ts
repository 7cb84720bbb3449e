import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ROOT } from "../local/processes.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { type Description, describe } from "./describe.ts";
import { loadRoutes } from "./load-routes.ts";
import { typeSchemas } from "./type-schemas.ts";

const CACHE = join(ROOT, "node_modules/.cache/openapi");
const STRICT = join(CACHE, "strict.json");
const SOURCES = ["worker", "locales", "dev/openapi", "package-lock.json"];

/**
 * Returns the description of the app as it is now. Its responses allow nothing that their types do not
 * name, which tests need; made again only when a source changed.
 */
export async function strictDescription(): Promise<Description> {
	await unlessDone(join(CACHE, ".built"), hashOf(SOURCES), async () => {
		await write(STRICT, describe(await loadRoutes(), typeSchemas()));
	});
	return JSON.parse(await readFile(STRICT, "utf8"));
}

/** Writes the description below the built web app. Responses may get further fields, so it allows them. */
export async function buildDescription(web: string): Promise<void> {
	const file = join(web, "api/openapi.json");
	const text = JSON.stringify(open(await strictDescription()));
	if (existsSync(file) && (await readFile(file, "utf8")) === text) return;
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

async function write(file: string, value: unknown): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, JSON.stringify(value));
}

/** Without `additionalProperties: false` in the schemas of responses. */
function open(description: Description): Description {
	const schemas = JSON.stringify(description.components.schemas, (key, value) =>
		key === "additionalProperties" && value === false ? undefined : value,
	);
	return {
		...description,
		components: { ...description.components, schemas: JSON.parse(schemas) },
	};
}
