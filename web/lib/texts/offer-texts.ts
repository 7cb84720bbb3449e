import { catalogue } from "../i18n/i18n.ts";
import en from "./offer.messages.json";

export const useOfferTexts = catalogue(en);
