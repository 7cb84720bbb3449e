import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./navigation.messages.json";

export const useTexts = catalogue(en);
