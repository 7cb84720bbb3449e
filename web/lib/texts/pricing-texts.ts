import { catalogue } from "../i18n/i18n.ts";
import en from "./pricing.messages.json";

/** How a share is priced, for its creator. */
export const usePricingTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=pricing" }),
);
