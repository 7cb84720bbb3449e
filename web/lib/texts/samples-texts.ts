import { catalogue } from "../i18n/i18n.ts";
import en from "./samples.messages.json";

/** The choice of the pictures that buyers see sharp, in the upload form and in the edit form. */
export const useSamplesTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=samples" }),
);
