import { paths } from "../lib/addresses/paths.ts";
import { formatDate } from "../lib/i18n/format.ts";
import { useProcessingTexts } from "../lib/texts/processing-texts.ts";
import { Alert } from "../ui/alert.tsx";
import { buttonClass } from "../ui/button.tsx";

type Props = {
	/** by when at the latest the bank decides (ISO 8601); null where that is not known */
	answerBy?: string | null | undefined;
	/** the payment may have been begun in another browser, which is all that is known of it */
	elsewhere?: boolean | undefined;
	className?: string;
};

/** Says that a bank still decides on a payment and until when, and that nothing opens before; or where to look. */
export default function ProcessingNotice({ answerBy, elsewhere, className }: Props) {
	const t = useProcessingTexts();
	if (elsewhere)
		return (
			<Alert
				live
				className={className}
				title={t("processing.elsewhere")}
				action={
					<a className={buttonClass("plain", "sm")} href={paths.purchases}>
						{t("processing.find")}
					</a>
				}
			>
				{t("processing.elsewhereText")}
			</Alert>
		);
	return (
		<Alert live className={className} title={t("processing.title")}>
			{t("processing.text")}
			{answerBy && <> {t("processing.answerBy", { day: formatDate(answerBy) })}</>}
		</Alert>
	);
}
