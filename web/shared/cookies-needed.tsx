import { useProcessingTexts } from "../lib/texts/processing-texts.ts";
import { Alert } from "../ui/alert.tsx";

/** Replaces a payment form if the cookie that opens the files couldn't be stored. */
export function CookiesNeeded() {
	const t = useProcessingTexts();
	return <Alert tone="warning">{t("processing.allowCookies")}</Alert>;
}
