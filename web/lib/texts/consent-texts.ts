import { catalogue } from "../i18n/i18n.ts";
import en from "./consent.messages.json";

export const useConsentTexts = catalogue(en);
