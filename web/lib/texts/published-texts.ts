import { catalogue } from "../i18n/i18n.ts";
import en from "./published.messages.json";

export const usePublishedTexts = catalogue(en);
