import { catalogue } from "../i18n/i18n.ts";
import en from "./templates.messages.json";

/** For the upload form and the dashboard. */
export const useTemplateTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=templates" }),
);
