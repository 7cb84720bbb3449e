import { catalogue } from "../i18n/i18n.ts";
import en from "./samples.messages.json";

/** The sharp samples for buyers, in the upload form and the edit form. */
export const useSamplesTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=samples" }),
);
