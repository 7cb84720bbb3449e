import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./viewer.messages.json";

/** Texts that only the viewer shows, in its chunk. */
export const useViewerTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=viewer" }),
);
