import en from "./category.messages.json";
import { catalogue } from "./i18n.ts";

/** What a report can be about, and a decision be made for. */
export const useCategoryTexts = catalogue(
	en,
	import.meta.glob("../../locales/*/web.json", { query: "?catalogue=category" }),
);
