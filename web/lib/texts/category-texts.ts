import { catalogue } from "../i18n/i18n.ts";
import en from "./category.messages.json";

/** What a report can be about, and a decision be made for. */
export const useCategoryTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=category" }),
);
