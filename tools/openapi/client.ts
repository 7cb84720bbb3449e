import { rm } from "node:fs/promises";
import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, reportAndExit, run } from "../local/processes.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { publishedDescription, replace } from "./build.ts";
import type { Description } from "./describe.ts";

const CLIENT = "packages/client";
const BUILT = join(ROOT, CLIENT, "dist");

/** The compiler as a library, which TypeScript 7 is not yet. */
const COMPILER = createRequire(import.meta.url).resolve("@ts-morph/common/dist/typescript.js");

/** Builds the package of the API's client, when it or the API's description has changed. */
export async function buildClient(): Promise<void> {
	const description = await publishedDescription("");
	const sources = [`${CLIENT}/src`, `${CLIENT}/tsconfig.build.json`];
	const stamp = hashOf(["package-lock.json", "tools/openapi/client.ts", ...sources], description);
	await unlessDone(join(BUILT, ".built"), stamp, async () => {
		await rm(BUILT, { recursive: true, force: true });
		const schema = await typesOf(forClients(JSON.parse(description)));
		await replace(join(BUILT, "schema.d.ts"), schema);
		await run("tsc", ["-p", join(ROOT, CLIENT, "tsconfig.build.json"), "--pretty", "false"]);
	});
}

/**
 * Returns of the description what the client's types are made of: without the operations that only a browser's
 * session or cookie may call, and without the responses that the client throws as errors. A thirteenth is left.
 */
function forClients(description: Description): Description {
	const isCallable = ({ security }: { readonly [field: string]: unknown }) =>
		!Array.isArray(security) || security.some((way: object) => "accessToken" in way);
	const paths = Object.entries(description.paths).flatMap(([path, methods]) => {
		const kept = Object.entries(methods)
			.filter(([, operation]) => isCallable(operation))
			.map(([method, operation]) => [
				method,
				{
					...operation,
					parameters: (operation.parameters as object[]).filter((one) => !("$ref" in one)),
					responses: Object.fromEntries(
						Object.entries(operation.responses)
							.filter(([status]) => /^20[0-4]$/.test(status))
							.map(([status, { headers: _, ...response }]) => [status, response]),
					),
				},
			]);
		return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
	});
	const { schemas, examples } = description.components;
	return {
		...description,
		paths: Object.fromEntries(paths),
		components: {
			schemas: { ...schemas, ErrorCode: { type: "string", enum: Object.keys(examples as object) } },
		},
	};
}

/** Returns the types of a description, as the text of a module. */
async function typesOf(description: Description): Promise<string> {
	const hooks = registerHooks({
		resolve: (name, context, next) =>
			name === "typescript" && context.parentURL?.includes("/openapi-typescript/")
				? { url: pathToFileURL(COMPILER).href, shortCircuit: true }
				: next(name, context),
	});
	try {
		const { default: types, astToString } = await import("openapi-typescript");
		return astToString(await types(JSON.stringify(description), { silent: true }));
	} finally {
		hooks.deregister();
	}
}

if (import.meta.main) await buildClient().catch(reportAndExit);
