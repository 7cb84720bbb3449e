import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./exhibits.messages.json";

/** In the chunk of `late-parts.ts`, which few pages load. */
export const useExhibitTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=exhibits" }),
);
