import { catalogue } from "../../lib/i18n.ts";
import en from "./not-found.messages.json";

export const useTexts = catalogue("not-found", en);
