import type { ReactNode } from "react";
import type { DraftDetails } from "../../worker/contract/catalogue/drafts.ts";
import { pricingField } from "../../worker/contract/catalogue/pricing.ts";
import type { PRICE_FIELDS } from "../../worker/contract/catalogue/share-fields.ts";
import { PRICE_INPUT } from "../lib/forms/price-input.ts";
import { usePricingTexts } from "../lib/texts/pricing-texts.ts";
import { CheckField, SelectField, TextField } from "../ui/field.tsx";

/** How a share is priced, as typed. */
export type PricingValues = Pick<DraftDetails, (typeof PRICE_FIELDS)[number]>;

type Props = {
	/** what can't be free asks for an address */
	values: Omit<PricingValues, "asksAddress"> & Partial<PricingValues>;
	/** messages by the field's name */
	errors: Readonly<Partial<Record<string, string>>>;
	onChange: (change: Partial<PricingValues>) => void;
	/** what is sold by link has a price */
	canBeFree: boolean;
	/** of the field of a fixed price */
	label: ReactNode;
	/** below the price */
	hint?: ReactNode;
};

/** The kind of pricing, and the fields that it needs. */
export function PricingFields({ values, errors, onChange, canBeFree, label, hint }: Props) {
	const t = usePricingTexts();
	const { pricing, price, suggestedPrice, asksAddress = true } = values;
	const money = { ...PRICE_INPUT, ...(pricing === "chosen" && { min: "0" }), prefix: "$" };
	return (
		<>
			<SelectField
				label={t("pricing.kind")}
				name="pricing"
				value={pricing}
				error={errors.pricing}
				onChange={(event) => onChange({ pricing: pricingField.parse(event.target.value) })}
			>
				<option value="fixed">{t("pricing.fixed")}</option>
				<option value="chosen">{t("pricing.chosen")}</option>
				{(canBeFree || pricing === "free") && <option value="free">{t("pricing.free")}</option>}
			</SelectField>
			{pricing === "free" ? (
				<CheckField
					label={t("pricing.asksAddress")}
					hint={t("pricing.asksAddressHint")}
					name="asksAddress"
					checked={asksAddress}
					onChange={(event) => onChange({ asksAddress: event.target.checked })}
				/>
			) : (
				<TextField
					{...money}
					label={pricing === "chosen" ? t("pricing.minimum") : label}
					name="price"
					placeholder={pricing === "chosen" ? "0.00" : "9.99"}
					required
					value={price}
					error={errors.price}
					hint={pricing === "chosen" ? t("pricing.minimumHint") : hint}
					className="tabular"
					onChange={(event) => onChange({ price: event.target.value })}
				/>
			)}
			{pricing === "chosen" && (
				<TextField
					{...money}
					label={t("pricing.suggested")}
					name="suggestedPrice"
					value={suggestedPrice}
					error={errors.suggestedPrice}
					hint={t("pricing.suggestedHint")}
					className="tabular"
					onChange={(event) => onChange({ suggestedPrice: event.target.value })}
				/>
			)}
		</>
	);
}
