import { catalogue } from "../i18n/i18n.ts";
import en from "./cover.messages.json";

export const useCoverTexts = catalogue(en);
