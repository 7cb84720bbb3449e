import type { ReactNode } from "react";
import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import { pricingField } from "../../../worker/catalogue/shares/contract/pricing.ts";
import type { PRICE_FIELDS } from "../../../worker/catalogue/shares/contract/share-fields.ts";
import { hasDecimals, shownAmount, worthAbout } from "../../lib/forms/price-input.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { currencySign } from "../../lib/i18n/currency-names.ts";
import { useCurrency } from "../../lib/session/session.tsx";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { CheckField, SelectField } from "../../ui/field.tsx";
import { NumberField } from "../number-field.tsx";

type PricingValues = Pick<DraftDetails, (typeof PRICE_FIELDS)[number]>;

type Props = {
	/** without `asksAddress`, an address is asked for */
	values: Omit<PricingValues, "asksAddress"> & Partial<PricingValues>;
	errors: FieldErrors;
	onChange: (change: Partial<PricingValues>) => void;
};

export function PriceFields({
	values: { pricing, price, suggestedPrice },
	errors,
	onChange,
	hint,
}: Props & {
	hint?: ReactNode;
}) {
	const t = useOfferTexts();
	const currency = useCurrency();
	if (pricing === "free") return <p className="text-muted">{t("offer.free")}</p>;
	const isChosen = pricing === "chosen";
	const currencySymbol = currencySign(currency);
	const money = { unit: currency, prefix: currencySymbol, className: "tabular" };
	// Just below a round price, as usual in shops.
	const example = hasDecimals(currency)
		? worthAbout(1000, currency) - 1
		: worthAbout(1000, currency);
	return (
		<>
			<NumberField
				{...money}
				label={t(isChosen ? "offer.minimum" : "offer.price", { sign: currencySymbol })}
				name="price"
				placeholder={shownAmount(isChosen ? 0 : example, currency)}
				required
				value={price}
				error={errors.price}
				hint={isChosen ? t("offer.minimumHint") : hint}
				onValue={(price) => onChange({ price })}
			/>
			{isChosen && (
				<NumberField
					{...money}
					label={t("offer.suggested", { sign: currencySymbol })}
					name="suggestedPrice"
					value={suggestedPrice}
					error={errors.suggestedPrice}
					hint={t("offer.suggestedHint")}
					onValue={(suggestedPrice) => onChange({ suggestedPrice })}
				/>
			)}
		</>
	);
}

export function PricingKind({
	values: { pricing, asksAddress = true },
	errors,
	onChange,
	canBeFree,
}: Props & {
	/** a share sold by link has a price */
	canBeFree: boolean;
}) {
	const t = useOfferTexts();
	return (
		<>
			<SelectField
				label={t("offer.pricing")}
				name="pricing"
				value={pricing}
				error={errors.pricing}
				onChange={(event) => onChange({ pricing: pricingField.parse(event.target.value) })}
			>
				<option value="fixed">{t("offer.fixed")}</option>
				<option value="chosen">{t("offer.chosen")}</option>
				{(canBeFree || pricing === "free") && (
					<option value="free">{t("offer.costsNothing")}</option>
				)}
			</SelectField>
			{pricing === "free" && (
				<CheckField
					label={t("offer.asksAddress")}
					hint={t("offer.asksAddressHint")}
					name="asksAddress"
					checked={asksAddress}
					onChange={(event) => onChange({ asksAddress: event.target.checked })}
				/>
			)}
		</>
	);
}
