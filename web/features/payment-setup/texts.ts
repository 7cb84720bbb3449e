import { catalogue } from "../../lib/i18n.ts";
import en from "./payment-setup.messages.json";

export const useTexts = catalogue("payment-setup", en);
