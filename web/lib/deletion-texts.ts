import en from "./deletion.messages.json";
import { catalogue } from "./i18n.ts";

/** What deleting a share or an account means for buyers. */
export const useDeletionTexts = catalogue(
	en,
	import.meta.glob("../../locales/*/web.json", { query: "?catalogue=deletion" }),
);
