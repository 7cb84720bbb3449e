import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./not-found.messages.json";

export const useTexts = catalogue(en);
