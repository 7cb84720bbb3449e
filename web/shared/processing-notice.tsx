import { formatDate } from "../lib/i18n/format.ts";
import { useProcessingTexts } from "../lib/texts/processing-texts.ts";
import { Alert } from "../ui/alert.tsx";

type Props = {
	/** by when at the latest the bank decides (ISO 8601); null where that is not known */
	answerBy: string | null | undefined;
	className?: string;
};

/** Says that a bank still decides on a payment and until when, and that nothing opens before. */
export default function ProcessingNotice({ answerBy, className }: Props) {
	const t = useProcessingTexts();
	return (
		<Alert live className={className} title={t("processing.title")}>
			{t("processing.text")}
			{answerBy && <> {t("processing.answerBy", { day: formatDate(answerBy) })}</>}
		</Alert>
	);
}
