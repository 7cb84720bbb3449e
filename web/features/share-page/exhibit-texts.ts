import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./exhibits.messages.json";

/** Texts of what few pages show besides pictures (`late-parts.ts`), in its chunk. */
export const useExhibitTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=exhibits" }),
);
