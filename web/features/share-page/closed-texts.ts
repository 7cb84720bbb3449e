import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./closed.messages.json";

/** For pages on which nothing is for sale, and notices. */
export const useClosedTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=closed" }),
);
