import { readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/**
 * Loads `*.messages.json` catalogues (message id to ICU text) compiled, so that no message parser
 * reaches the browser.
 */
export function compiledMessages(): Plugin {
	return {
		name: "compiled-messages",
		enforce: "pre",
		load(id) {
			if (!id.endsWith(".messages.json")) return null;
			const texts: Record<string, string> = JSON.parse(readFileSync(id, "utf8"));
			const compiled = Object.fromEntries(
				Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
			);
			this.addWatchFile(id);
			return { code: `export default ${JSON.stringify(compiled)}`, moduleType: "js", map: null };
		},
	};
}
