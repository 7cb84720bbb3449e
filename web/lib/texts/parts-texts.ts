import { catalogue } from "../i18n/i18n.ts";
import en from "./parts.messages.json";

export const usePartsTexts = catalogue(en);
