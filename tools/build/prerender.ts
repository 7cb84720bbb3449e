/**
 * Completes the built web app: writes the screens that are the same for every visitor, in every language; lets them and
 * the Worker's pages paint before their app loads; and puts the product's name into all other documents.
 *
 *   node tools/build/prerender.ts <folder of the server bundles> <folder of the web app>
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { LOCALES, type Locale } from "../../worker/contract/locales.ts";
import { SCREENS } from "../../worker/contract/screens.ts";
import { deferApp } from "./defer-app.ts";

type Prerenderer = {
	renderPlaceholder: () => string;
	renderScreen: (
		path: string,
		locale: Locale,
	) => Promise<{ html: string; title: string; description: string }>;
};

const [server = "", web = ""] = process.argv.slice(2);
const { renderPlaceholder, renderScreen }: Prerenderer = await import(
	pathToFileURL(join(server, "prerender.js")).href
);
const document = join(web, "index.html");
const built = readFileSync(document, "utf8");
const EMPTY_ROOT = '<div id="root"></div>';
for (const locale of Object.keys(LOCALES) as Locale[])
	for (const { path, prerendered } of SCREENS) {
		if (!prerendered) continue;
		const { html, title, description } = await renderScreen(path, locale);
		const file = join(web, "prerendered", locale, `${prerendered}.html`);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(
			file,
			deferApp(built, path.slice(1))
				.replace(/(?<=<title>)[^<]*/, () => title)
				.replace(/(?<=<meta name="description" content=")[^"]*/, () => description)
				.replace(/(?<=<div id="root"[^>]*)><\/div>/, () => ` data-rendered="">${html}</div>`),
		);
	}
for (const name of ["share.html", "creator.html"]) {
	const page = join(web, name);
	writeFileSync(page, deferApp(readFileSync(page, "utf8")));
}
writeFileSync(
	document,
	built.replace(EMPTY_ROOT, () => `<div id="root">${renderPlaceholder()}</div>`),
);
process.exit();
