import { useProcessingTexts } from "../lib/texts/processing-texts.ts";
import { Alert } from "../ui/alert.tsx";

/** Takes the place of a payment's form where the cookie that opens the files couldn't be stored. */
export function CookiesNeeded() {
	const t = useProcessingTexts();
	return <Alert tone="warning">{t("processing.allowCookies")}</Alert>;
}
