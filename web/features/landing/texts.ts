import { catalogue } from "../../lib/i18n.ts";
import en from "./landing.messages.json";

export const useTexts = catalogue("landing", en);
