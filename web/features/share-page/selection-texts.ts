import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./selection.messages.json";

/** Texts that only the bar of a selection shows, in its chunk. */
export const useSelectionTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=selection" }),
);
