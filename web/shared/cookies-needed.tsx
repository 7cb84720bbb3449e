import { useBuyingTexts } from "../lib/texts/buying-texts.ts";
import { Alert } from "../ui/alert.tsx";

/** Takes the place of a payment's form where the cookie that opens the files couldn't be stored. */
export function CookiesNeeded() {
	const t = useBuyingTexts();
	return <Alert tone="warning">{t("buying.allowCookies")}</Alert>;
}
