import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./choices.messages.json";

export const useTexts = catalogue(en);
