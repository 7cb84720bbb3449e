import { catalogue } from "../i18n/i18n.ts";
import en from "./party.messages.json";

export const usePartyTexts = catalogue(en);
