import { catalogue } from "../../../lib/i18n/i18n.ts";
import en from "./choosing.messages.json";

export const useChoosingTexts = catalogue(en);
