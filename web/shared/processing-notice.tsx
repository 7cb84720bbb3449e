import { paths } from "../lib/addresses/paths.ts";
import { formatDate } from "../lib/i18n/format.ts";
import { useProcessingTexts } from "../lib/texts/processing-texts.ts";
import { Alert } from "../ui/alert.tsx";
import { buttonClass } from "../ui/button.tsx";

type Props = {
	/** the bank's deadline (ISO 8601); null if unknown */
	answerBy?: string | null | undefined;
	/** nothing else is known: the payment may have begun in another browser */
	elsewhere?: boolean | undefined;
	className?: string;
};

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
