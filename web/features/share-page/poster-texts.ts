import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./poster.messages.json";

/** Texts that only a film's creator sees, in their chunk. */
export const usePosterTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=poster" }),
);
