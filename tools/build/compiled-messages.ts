import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { LOCALES } from "../../worker/contract/locales.ts";

type Texts = Readonly<Record<string, string>>;

const FOLDER = join(import.meta.dirname, "../../locales");

/**
 * Compiles ICU catalogues, so that no parser reaches the browser: English `*.messages.json`, with the loaders of their
 * translations, and other languages' `web.json`: `?catalogue=name` selects one, `?catalogue=*` all.
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
			const texts = JSON.stringify(
				Object.fromEntries(
					catalogues.flatMap((texts) =>
						Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]),
					),
				),
			);
			const code = name === undefined ? `Object.assign(${texts}, ${translationsOf(file)})` : texts;
			return { code: `export default ${code}`, moduleType: "js", map: null };
		},
	};
}

function translationsOf(file: string): string {
	const loaders = Object.keys(LOCALES)
		.slice(1)
		.map((locale) => {
			const path = join(FOLDER, locale, "web.json");
			const query = `?catalogue=${basename(file, ".messages.json")}`;
			return `${JSON.stringify(locale)}: () => import(${JSON.stringify(path + query)})`;
		});
	return `{ [Symbol.for("translations")]: { ${loaders.join(", ")} } }`;
}
