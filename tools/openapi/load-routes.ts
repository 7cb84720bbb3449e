import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { ROOT } from "../local/processes.ts";
import { docComments } from "./doc-comments.ts";
import { jsonTypes } from "./json-types.ts";
import type * as Routes from "./routes.ts";

/** The route table needs only their names. */
const STAND_INS: Readonly<Record<string, string>> = {
	"cloudflare:workers": "export class DurableObject {} export class WorkerEntrypoint {}",
	"#rendering": "export const renderShare = null; export const renderCreator = null;",
	"#mcp-library": "export const loadLibrary = null;",
	"#passkey-library": "",
};

/** Bundled by Vite, since the Worker's modules aren't made for Node. */
export async function loadRoutes(): Promise<typeof Routes> {
	// The bundle imports packages.
	const parent = join(ROOT, "node_modules", ".cache");
	mkdirSync(parent, { recursive: true });
	const folder = mkdtempSync(join(parent, "routes-"));
	try {
		await build({
			configFile: false,
			root: ROOT,
			logLevel: "error",
			plugins: [
				docComments(),
				jsonTypes(),
				{
					name: "stand-ins",
					enforce: "pre",
					resolveId: (id) => (id in STAND_INS ? `\0${id}` : undefined),
					load: (id) => STAND_INS[id.slice(1)],
				},
			],
			build: {
				ssr: true,
				outDir: folder,
				rolldownOptions: { input: { routes: join(ROOT, "tools/openapi/routes.ts") } },
			},
		});
		return await import(pathToFileURL(join(folder, "routes.js")).href);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
