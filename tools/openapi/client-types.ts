import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../local/processes.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { publishedDescription, replace } from "./build.ts";

const SERVER = join(ROOT, "dist-server");

/** The compiler as a library, which TypeScript 7 is not yet. */
const COMPILER = createRequire(import.meta.url).resolve("@ts-morph/common/dist/typescript.js");

/** Writes the types of a client of the published API (`#api-schema` in package.json), when it has changed. */
export async function buildClientTypes(): Promise<void> {
	const description = await publishedDescription("");
	await unlessDone(
		join(SERVER, ".described"),
		hashOf(["package-lock.json"], description),
		async () => replace(join(SERVER, "api-schema.d.ts"), await clientTypes(description)),
	);
}

/** Returns the types of a client of the described API, as the text of a module. */
export async function clientTypes(description: string): Promise<string> {
	const hooks = registerHooks({
		resolve: (name, context, next) =>
			name === "typescript" && context.parentURL?.includes("/openapi-typescript/")
				? { url: pathToFileURL(COMPILER).href, shortCircuit: true }
				: next(name, context),
	});
	try {
		const { default: types, astToString } = await import("openapi-typescript");
		return astToString(await types(description, { silent: true }));
	} finally {
		hooks.deregister();
	}
}
