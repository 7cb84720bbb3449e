import { writeFile } from "node:fs/promises";
import { build, type Rolldown } from "vite";
import { ROOT } from "../local/processes.ts";

const ENTRY = "virtual:mcp-library";

const SOURCE = `export {
	acceptedContent, createMcpHandler, inputRequired, ProtocolError, ProtocolErrorCode, Server,
} from "@modelcontextprotocol/server";`;

/** A validator for older revisions of the protocol; it would build every schema on load. */
const SHIM = `export class DefaultJsonSchemaValidator {
	getValidator() { throw new Error("Answers are not validated by a JSON schema."); }
}`;

const MODULES: Readonly<Record<string, string>> = {
	[ENTRY]: SOURCE,
	"@modelcontextprotocol/server/_shims": SHIM,
};

/**
 * Builds the Model Context Protocol's library as one function (`#mcp-library` in package.json), so that only the first
 * request that needs it evaluates its 200 KB. With `import()` the Worker's bundler would defer zod too, which is passed
 * in, so that there is one copy.
 */
export async function buildMcpLibrary(outFile: string): Promise<void> {
	const built = await build({
		configFile: false,
		root: ROOT,
		logLevel: "warn",
		plugins: [
			{
				name: "mcp-library",
				enforce: "pre",
				resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
				load: (id) => MODULES[id.slice(1)],
			},
		],
		ssr: { noExternal: true, target: "webworker" },
		build: {
			ssr: true,
			write: false,
			minify: true,
			target: "es2022",
			rolldownOptions: {
				input: { library: ENTRY },
				external: (id) => /^zod(?:$|\/)/.test(id),
				output: { format: "cjs" },
			},
		},
	});
	const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
	const [{ code }, ...others] = output;
	if (others.length > 0) throw new Error("The library was built into more than one file.");
	const source = `export function loadLibrary(require) {\nconst exports = {};\n${code}\nreturn exports;\n}\n`;
	await writeFile(outFile, source);
}
