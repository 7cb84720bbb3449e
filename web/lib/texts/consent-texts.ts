import { catalogue } from "../i18n/i18n.ts";
import en from "./consent.messages.json";

/** What a buyer agrees to before paying, if the law asks for it. */
export const useConsentTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=consent" }),
);
