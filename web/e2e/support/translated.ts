import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { Writing } from "../../../locales/en/index.ts";
import * as languages from "../../../locales/index.ts";
import type { Locale } from "../../../worker/contract/locales.ts";

/** Words that every screen would contain if a text was left untranslated. */
const ENGLISH =
	/\b(the|your|you|with|files?|upload|price|share|payments?|and|choose|sales|save|password|settings|loading)\b/i;
/** Names, names of permissions, and users' text. */
const KEPT =
	/Nine photographs[^.]*\.[^.]*\.|Winter light, Lofoten|Preset pack|The one print|Summer workshop notes|Wedding of Ines & Tom|(The|A guide to the) coast road(, with maps and timetables)?|Fjords and their sounds|Sounds of the shore|Field recordings of the coast|Mara Lindqvist Studio|Light, water and the far north\. Prints[^.]*\.|The publisher of these maps [^.]*\.|This is the third set [^.]*\.|Cash App|read me|presets\.json|\S+@\S+|\b[a-z]+:[a-z]+\b|\S+\.(png|pdf|mp3|txt)|https?:\S+|Stripe|Tillbox|Chrome\S*|Linux/g;

const WRITTEN: Readonly<Record<Locale, { readonly writing: Writing }>> = languages;

/** "Privacy" in the footer of every page. */
const inFooter = (locale: Locale): string => {
	const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
	const common =
		locale === "en"
			? read("../../lib/texts/common.messages.json")
			: read(`../../../locales/${locale}/web.json`).common;
	return common["common.privacy"];
};

/** While texts are loading, a page is still in the previous language, or hidden. */
const waitForLanguage = (page: Page, locale: Locale): Promise<void> =>
	expect(page.getByText(inFooter(locale), { exact: true }).last()).toBeVisible();

export async function expectTranslated(page: Page, locale: Locale): Promise<void> {
	await waitForLanguage(page, locale);
	await expect
		.poll(
			async () => {
				const text = (await page.evaluate(words)).replace(KEPT, "");
				const borrowed = new Set(WRITTEN[locale].writing.englishWords);
				const isForeign = (line: string) =>
					ENGLISH.test(line.replaceAll(/\w+/g, (word) => (borrowed.has(word) ? "" : word)));
				return text.split("\n").filter(isForeign);
			},
			{ intervals: [50] },
		)
		.toEqual([]);
}

/** Visible and accessible text. */
function words(): string {
	const labels = [...document.querySelectorAll("[aria-label], [placeholder]")].map(
		(element) => element.getAttribute("aria-label") ?? element.getAttribute("placeholder") ?? "",
	);
	return [document.body.innerText, ...labels].join("\n");
}
