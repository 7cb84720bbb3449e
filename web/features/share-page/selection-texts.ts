import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./selection.messages.json";

export const useSelectionTexts = catalogue(en);
