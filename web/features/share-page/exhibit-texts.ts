import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./exhibits.messages.json";

export const useExhibitTexts = catalogue(en);
