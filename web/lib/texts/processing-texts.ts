import { catalogue } from "../i18n/i18n.ts";
import en from "./processing.messages.json";

export const useProcessingTexts = catalogue(en);
