import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./poster.messages.json";

/** In a chunk that only a film's creator loads. */
export const usePosterTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=poster" }),
);
