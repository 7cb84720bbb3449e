import { useId } from "react";
import type {
	BuyersChoice as Choice,
	DeletionPreview,
} from "../../worker/contract/catalogue/shares.ts";
import { formatDate } from "../lib/i18n/format.ts";
import { formatSums } from "../lib/i18n/format-sums.ts";
import { useDeletionTexts } from "../lib/texts/deletion-texts.ts";
import { Alert } from "../ui/alert.tsx";

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
	const isRefund = chosen === "refund";
	return (
		<>
			{waitingClaims > 0 && (
				<Alert tone="warning">{t("deletion.claims", { n: waitingClaims })}</Alert>
			)}
			{buyers > 0 && (
				<fieldset className="flex flex-col gap-3">
					<legend className="mb-3 font-medium">{t("deletion.legend", { n: buyers })}</legend>
					<Option
						label={t(`deletion.${kept}`, { n: buyers, date })}
						hint={t(`deletion.${kept}Hint`, { n: buyers })}
						checked={!isRefund}
						onChoose={() => onChoose("keep")}
					/>
					{refundable > 0 && (
						<Option
							label={t("deletion.refund", {
								amount: formatSums(preview.refundAmount, preview.currency, preview.otherRefunds),
							})}
							hint={t("deletion.refundHint", { n: refundable })}
							checked={isRefund}
							onChoose={() => onChoose("refund")}
						/>
					)}
				</fieldset>
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

type OptionProps = { label: string; hint: string; checked: boolean; onChoose: () => void };

function Option({ label, hint, checked, onChoose }: OptionProps) {
	const id = useId();
	return (
		<div className="flex gap-3">
			<input
				type="radio"
				id={id}
				name="buyers"
				className="radio radio-primary radio-sm mt-0.5 shrink-0 border-edge"
				checked={checked}
				aria-describedby={`${id}-hint`}
				onChange={onChoose}
			/>
			<div>
				<label htmlFor={id}>{label}</label>
				<p id={`${id}-hint`} className="text-13 text-muted">
					{hint}
				</p>
			</div>
		</div>
	);
}
