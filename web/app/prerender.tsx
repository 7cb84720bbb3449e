import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { Locale } from "../../worker/contract/locales.ts";
import { i18n, loadTranslations } from "../lib/i18n/i18n.ts";
import { renderedPage } from "../lib/page/page.ts";
import { Wordmark } from "../ui/wordmark.tsx";
import { App } from "./app.tsx";
import { Document } from "./document.tsx";

loadTranslations(
	import.meta.glob("../../locales/*/web.json", { eager: true, query: "?catalogue=*" }),
);

export function renderPlaceholder(): string {
	return renderToString(
		<header>
			<div className="gutters flex min-h-16 max-w-content items-center">
				<Wordmark />
			</div>
		</header>,
	);
}

export async function renderScreen(path: string, locale: Locale) {
	i18n.activate(locale);
	const render = () =>
		renderToString(
			<Document
				app={
					<StaticRouter location={path}>
						<App />
					</StaticRouter>
				}
			/>,
		);
	// The first pass starts loading the screen's module; the second finds it.
	render();
	await new Promise((resolve) => setTimeout(resolve));
	const html = render();
	// React leaves this mark where a part suspended or failed.
	if (html.includes("<!--$!-->")) throw new Error(`${path} could not be rendered in full.`);
	return { html, title: renderedPage.title, description: i18n.text("common.description") };
}
