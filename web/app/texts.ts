import { catalogue } from "../lib/i18n/i18n.ts";
import en from "./shell.messages.json";

export const useShellTexts = catalogue(
	en,
	import.meta.glob("../../locales/*/web.json", { query: "?catalogue=shell" }),
);
