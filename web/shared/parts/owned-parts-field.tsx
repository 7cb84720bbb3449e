import type { OwnedParts } from "../../../worker/catalogue/bundles/contract.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { formatCents } from "../../lib/i18n/format.ts";
import { lessCents } from "../../lib/selling/bundle-parts.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { usePartsTexts } from "../../lib/texts/parts-texts.ts";
import { Choices } from "../../ui/choices.tsx";

type Props = {
	chosen: OwnedParts;
	onChoose: (chosen: OwnedParts) => void;
	price: string;
	parts: readonly { title: string; price: string }[];
};

export function OwnedPartsField({ chosen, onChoose, price, parts }: Props) {
	const t = usePartsTexts();
	const currency = useCurrency();
	const cents = centsOf(price) ?? 0;
	const [first, ...others] = parts;
	return (
		<div className="grid gap-2">
			<Choices
				legend={t("parts.owned")}
				choices={[
					{ value: "full", label: t("parts.full"), hint: t("parts.fullHint") },
					{ value: "less", label: t("parts.less"), hint: t("parts.lessHint") },
				]}
				chosen={chosen}
				onChoose={onChoose}
			/>
			{chosen === "less" && first && others.length > 0 && cents > 0 && (
				<p className="tabular rounded-control bg-faint px-3 py-2 text-13">
					{t("parts.example", {
						title: first.title,
						price: formatCents(lessCents(cents, parts, others, currency), currency),
						full: formatCents(cents, currency),
					})}
				</p>
			)}
		</div>
	);
}
