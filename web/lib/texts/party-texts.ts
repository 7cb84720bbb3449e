import { catalogue } from "../i18n/i18n.ts";
import en from "./party.messages.json";

export const usePartyTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=party" }),
);
