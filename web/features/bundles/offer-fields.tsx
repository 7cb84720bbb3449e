import { centsOf } from "../../../worker/contract/fields.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { formatBps, formatShortMoney } from "../../lib/i18n/format.ts";
import { sumCents } from "../../lib/selling/bundle-parts.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { PriceFields, PricingKind } from "../../shared/offer/pricing-fields.tsx";
import { TextFields } from "../../shared/offer/text-fields.tsx";
import { OwnedPartsField } from "../../shared/parts/owned-parts-field.tsx";
import { SavingLine } from "../../shared/parts/saving-line.tsx";
import { Button } from "../../ui/button.tsx";
import { type Details, proposalsFor } from "./details.ts";
import { useTexts } from "./texts.ts";

type Props = {
	details: Details;
	parts: readonly { title: string; price: string }[];
	errors: FieldErrors;
	onChange: (change: Partial<Details>) => void;
};

export function OfferFields({ details, parts, errors, onChange }: Props) {
	return (
		<div className="flex flex-col gap-5">
			<TextFields values={details} errors={errors} onChange={onChange} />
			<PricingKind values={details} errors={errors} onChange={onChange} canBeFree={false} />
			<PriceFields values={details} errors={errors} onChange={onChange} />
			<div className="-mt-2 grid gap-3">
				<Proposals
					sum={sumCents(parts)}
					price={details.price}
					onChoose={(price) => onChange({ price })}
				/>
				<p role="status" className="tabular text-15 empty:hidden">
					<SavingLine price={details.price} parts={parts} />
				</p>
			</div>
			<OwnedPartsField
				chosen={details.ownedParts}
				onChoose={(ownedParts) => onChange({ ownedParts })}
				price={details.price}
				parts={parts}
			/>
		</div>
	);
}

function Proposals({
	sum,
	price,
	onChoose,
}: {
	sum: number;
	price: string;
	onChoose: (price: string) => void;
}) {
	const t = useTexts();
	const currency = useCurrency();
	if (sum === 0) return null;
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="mb-1.5 text-13 text-muted">{t("bundles.proposals")}</legend>
			{proposalsFor(sum, currency).map((proposal) => {
				const isChosen = centsOf(price) === centsOf(proposal.price);
				return (
					<Button
						key={proposal.percent}
						size="sm"
						aria-pressed={isChosen}
						className={`tabular grow font-normal ${isChosen ? "border-primary" : ""}`}
						onClick={() => onChoose(proposal.price)}
					>
						<span className="font-medium">{formatShortMoney(proposal.price, currency)}</span>
						<span className="text-muted">−{formatBps(proposal.percent * 100)}</span>
					</Button>
				);
			})}
		</fieldset>
	);
}
