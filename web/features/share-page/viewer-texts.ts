import { catalogue } from "../../lib/i18n/i18n.ts";
import en from "./viewer.messages.json";

/** In the viewer's chunk. */
export const useViewerTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/web.json", { query: "?catalogue=viewer" }),
);
