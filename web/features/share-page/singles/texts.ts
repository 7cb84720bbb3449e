import { catalogue } from "../../../lib/i18n/i18n.ts";
import en from "./singles.messages.json";

export const useSinglesTexts = catalogue(en);
