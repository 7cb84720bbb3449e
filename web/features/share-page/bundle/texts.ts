import { catalogue } from "../../../lib/i18n/i18n.ts";
import en from "./bundle.messages.json";

/** Apart from the page's, since only bundles need them. */
export const useBundleTexts = catalogue(
	en,
	import.meta.glob("../../../../locales/*/web.json", { query: "?catalogue=bundle" }),
);
