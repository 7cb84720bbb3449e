import en from "./cover.messages.json";
import { catalogue } from "./i18n.ts";

/** The choice of a share's cover, in the upload form and in the edit form. */
export const useCoverTexts = catalogue(
	en,
	import.meta.glob("../../locales/*/web.json", { query: "?catalogue=cover" }),
);
