import { catalogue } from "../i18n/i18n.ts";
import en from "./cover.messages.json";

/** The choice of a share's cover, in the upload form and in the edit form. */
export const useCoverTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=cover" }),
);
