import type {
	BuyersChoice as Choice,
	DeletionPreview,
} from "../../worker/catalogue/shares/contract/shares.ts";
import { formatDate } from "../lib/i18n/format.ts";
import { formatSums } from "../lib/i18n/format-sums.ts";
import { useDeletionTexts } from "../lib/texts/deletion-texts.ts";
import { Alert } from "../ui/alert.tsx";
import { Choices } from "../ui/choices.tsx";

type Props = {
	preview: DeletionPreview;
	chosen: Choice;
	onChoose: (choice: Choice) => void;
};

export function BuyersChoice({ preview, chosen, onChoose }: Props) {
	const t = useDeletionTexts();
	const { buyers, refundable, direct, disputed, waitingClaims } = preview;
	const isBundle = preview.keptUntil === null;
	const date = preview.keptUntil === null ? "" : formatDate(preview.keptUntil);
	const kept = isBundle ? "keepBundle" : "keep";
	const keep = {
		value: "keep",
		label: t(`deletion.${kept}`, { n: buyers, date }),
		hint: t(`deletion.${kept}Hint`, { n: buyers }),
	} as const;
	const refund = {
		value: "refund",
		label: t("deletion.refund", {
			amount: formatSums(preview.refundAmount, preview.currency, preview.otherRefunds),
		}),
		hint: t("deletion.refundHint", { n: refundable }),
	} as const;
	const isRefund = chosen === "refund";
	return (
		<>
			{waitingClaims > 0 && (
				<Alert tone="warning">{t("deletion.claims", { n: waitingClaims })}</Alert>
			)}
			{buyers > 0 && (
				<Choices
					legend={t("deletion.legend", { n: buyers })}
					choices={refundable > 0 ? [keep, refund] : [keep]}
					chosen={chosen}
					onChoose={onChoose}
				/>
			)}
			{isRefund && direct > 0 && (
				<p>
					{t(isBundle ? "deletion.directClosed" : "deletion.direct", {
						n: direct,
						date,
					})}
				</p>
			)}
			{isRefund && !isBundle && disputed > 0 && (
				<p>{t("deletion.disputed", { n: disputed, date })}</p>
			)}
		</>
	);
}
