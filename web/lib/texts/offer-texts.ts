import { catalogue } from "../i18n/i18n.ts";
import en from "./offer.messages.json";

/** What a creator says of a share or a bundle, when it is made and when it is edited. */
export const useOfferTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=offer" }),
);
