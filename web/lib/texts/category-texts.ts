import { catalogue } from "../i18n/i18n.ts";
import en from "./category.messages.json";

export const useCategoryTexts = catalogue(en);
