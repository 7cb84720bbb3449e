import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./selection.messages.json";

/** In the chunk of the file list. */
export const useSelectionTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=selection" }),
);
