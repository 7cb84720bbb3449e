/**
 * Builds the client of the API from the API's description, into packages/client/dist.
 *
 *   npm run build:client
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { helpIfAsked } from "../local/help.ts";
import { ROOT, reportAndExit, run } from "../local/processes.ts";
import { hashOf, unlessDone } from "../local/stamps.ts";
import { publishedDescription, replace } from "./build.ts";
import { clientTypes } from "./client-types.ts";
import type { Description } from "./describe.ts";

const CLIENT = "packages/client";
const BUILT = join(ROOT, CLIENT, "dist");
const GENERATOR = ["tools/openapi/client.ts", "tools/openapi/client-types.ts"];

export async function buildClient(): Promise<void> {
	const description = await publishedDescription("");
	const sources = [`${CLIENT}/src`, `${CLIENT}/tsconfig.build.json`];
	const stamp = hashOf(["package-lock.json", ...GENERATOR, ...sources], description);
	await unlessDone(join(BUILT, ".built"), stamp, async () => {
		await rm(BUILT, { recursive: true, force: true });
		const types = await clientTypes(JSON.stringify(forClients(JSON.parse(description))));
		await replace(join(BUILT, "schema.d.ts"), types);
		await run("tsc", ["-p", join(ROOT, CLIENT, "tsconfig.build.json"), "--pretty", "false"]);
	});
}

/** Leaves out operations for browsers alone, and the errors that the client throws. A quarter is left. */
function forClients(description: Description): Description {
	const isCallable = ({ security = [] }: { security?: Record<string, unknown>[] }) =>
		security.length === 0 || security.some((way) => "accessToken" in way);
	const paths = Object.entries(description.paths).flatMap(([path, methods]) => {
		const kept = Object.entries(methods)
			.filter(([, operation]) => isCallable(operation as { security?: Record<string, unknown>[] }))
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

if (import.meta.main) {
	helpIfAsked(import.meta.url);
	await buildClient().catch(reportAndExit);
}
