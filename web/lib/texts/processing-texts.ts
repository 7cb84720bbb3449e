import { catalogue } from "../i18n/i18n.ts";
import en from "./processing.messages.json";

/** A payment on which a bank still decides. */
export const useProcessingTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=processing" }),
);
