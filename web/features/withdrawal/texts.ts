import { catalogue } from "../../lib/i18n.ts";
import en from "./withdrawal.messages.json";

export const useTexts = catalogue(
	en,
	import.meta.glob("../../../locales/*/withdrawal.messages.json"),
);
