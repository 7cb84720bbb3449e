import { centsOf } from "../../../worker/contract/fields.ts";
import { formatBps, formatCents } from "../../lib/i18n/format.ts";
import { sumCents } from "../../lib/selling/bundle-parts.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { usePartsTexts } from "../../lib/texts/parts-texts.ts";

type Props = {
	price: string;
	parts: readonly { price: string }[];
};

export function SavingLine({ price, parts }: Props) {
	const t = usePartsTexts();
	const currency = useCurrency();
	const sum = sumCents(parts);
	const cents = centsOf(price) ?? 0;
	if (parts.length < 2 || sum === 0) return null;
	const values = { sum: formatCents(sum, currency) };
	if (cents === 0) return t("parts.sum", values);
	if (cents >= sum) return <span className="text-warning">{t("parts.dearer", values)}</span>;
	const saved = sum - cents;
	return t("parts.saves", {
		...values,
		saved: formatCents(saved, currency),
		percent: formatBps(Math.round((saved * 100) / sum) * 100),
	});
}
