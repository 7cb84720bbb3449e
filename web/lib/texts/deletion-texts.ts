import { catalogue } from "../i18n/i18n.ts";
import en from "./deletion.messages.json";

export const useDeletionTexts = catalogue(en);
