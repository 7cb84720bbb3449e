import { catalogue } from "../i18n/i18n.ts";
import en from "./samples.messages.json";

export const useSamplesTexts = catalogue(en);
