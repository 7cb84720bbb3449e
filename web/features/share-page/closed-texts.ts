import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./closed.messages.json";

export const useClosedTexts = catalogue(en);
