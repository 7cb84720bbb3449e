import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./selection.messages.json";

/** Texts of the list of files to download, and of a selection among them, in its chunk. */
export const useSelectionTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=selection" }),
);
