import { catalogue } from "../i18n/i18n.ts";
import en from "./buying.messages.json";

export const useBuyingTexts = catalogue(en);
