import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

/** TypeScript 7 has no API yet. */
const COMPILER = createRequire(import.meta.url).resolve("@ts-morph/common/dist/typescript.js");

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
