import { readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

type Texts = Readonly<Record<string, string>>;

/**
 * Compiles catalogues of ICU texts, so that no parser reaches the browser: the English `*.messages.json`, and another
 * language's `web.json`, from which `?catalogue=name` selects one and `?catalogue=*` all.
 */
export function compiledMessages(): Plugin {
	return {
		name: "compiled-messages",
		enforce: "pre",
		load(id) {
			const [file = "", name] = id.split("?catalogue=");
			if (name === undefined && !file.endsWith(".messages.json")) return null;
			const content = JSON.parse(readFileSync(file, "utf8"));
			this.addWatchFile(file);
			const named = (): Texts[] =>
				name === "*" ? Object.values(content) : [content[name ?? ""] ?? this.error(`No ${id}`)];
			const catalogues: Texts[] = name === undefined ? [content] : named();
			const compiled = Object.fromEntries(
				catalogues.flatMap((texts) =>
					Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
				),
			);
			return { code: `export default ${JSON.stringify(compiled)}`, moduleType: "js", map: null };
		},
	};
}
