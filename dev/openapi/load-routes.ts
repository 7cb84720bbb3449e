import { join } from "node:path";
import { runnerImport } from "vite";
import { keepingNodeEnv } from "../build/keeping-node-env.ts";
import { ROOT } from "../local/processes.ts";
import type * as Routes from "./routes.ts";

/** What the Worker's runtime and the built pages provide; the route table needs only their names. */
const STAND_INS: Readonly<Record<string, string>> = {
	"cloudflare:workers": "export class DurableObject {} export class WorkerEntrypoint {}",
	"#rendering": "export const renderShare = null; export const renderCreator = null;",
};

/** Loads the app to read its route table. The Worker's modules are not made for Node, so Vite loads them. */
export async function loadRoutes(): Promise<typeof Routes> {
	const { module } = await keepingNodeEnv(() =>
		runnerImport<typeof Routes>(join(ROOT, "dev/openapi/routes.ts"), {
			configFile: false,
			logLevel: "error",
			root: ROOT,
			plugins: [
				{
					name: "stand-ins",
					enforce: "pre",
					resolveId: (id) => (id in STAND_INS ? `\0${id}` : undefined),
					load: (id) => STAND_INS[id.slice(1)],
				},
			],
		}),
	);
	return module;
}
