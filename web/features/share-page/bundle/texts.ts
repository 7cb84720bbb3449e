import { catalogue } from "../../../lib/i18n/i18n.ts";
import en from "./bundle.messages.json";

export const useBundleTexts = catalogue(en);
