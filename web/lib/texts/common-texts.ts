import { catalogue } from "../i18n/i18n.ts";
import en from "./common.messages.json";

export const useCommonTexts = catalogue(en);
