import { catalogue } from "../i18n/i18n.ts";
import en from "./category.messages.json";

export const useCategoryTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=category" }),
);
