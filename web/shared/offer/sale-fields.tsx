import type { DraftDetails } from "../../../worker/catalogue/drafts/contract.ts";
import { MAX_LICENCE_LENGTH } from "../../../worker/contract/constants.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { Choices } from "../../ui/choices.tsx";
import { TextArea } from "../../ui/field.tsx";
import { NumberField } from "../number-field.tsx";

type Sale = Pick<DraftDetails, "saleMode" | "maxSales" | "licence">;
type Props = {
	values: Sale;
	errors: FieldErrors;
	onChange: (change: Partial<Sale>) => void;
	/** only shares, not bundles, are sold by link */
	hasModes?: boolean;
	/** somebody has begun to pay, so the way of selling is fixed */
	isFixed?: boolean;
};

export function SaleFields({ values, errors, onChange, hasModes = true, isFixed = false }: Props) {
	const t = useOfferTexts();
	const { saleMode, maxSales, licence } = values;
	return (
		<>
			{hasModes && (
				<Choices
					legend={t("offer.sale")}
					choices={[
						{ value: "each", label: t("offer.saleEach"), hint: t("offer.saleEachHint") },
						{ value: "link", label: t("offer.saleLink"), hint: t("offer.saleLinkHint") },
					]}
					chosen={saleMode}
					onChoose={(saleMode) => onChange({ saleMode })}
					disabled={isFixed}
				>
					{isFixed && <p className="text-13 text-muted">{t("offer.saleFixed")}</p>}
					{errors.saleMode && <p className="text-13 text-error">{errors.saleMode}</p>}
				</Choices>
			)}
			{saleMode === "each" && (
				<NumberField
					label={t("offer.maxSales")}
					hint={t("offer.maxSalesHint")}
					name="maxSales"
					unit="count"
					value={maxSales}
					error={errors.maxSales}
					onValue={(maxSales) => onChange({ maxSales })}
				/>
			)}
			<TextArea
				label={t("offer.licence")}
				hint={t("offer.licenceHint")}
				name="licence"
				rows={4}
				value={licence}
				maxLength={MAX_LICENCE_LENGTH}
				error={errors.licence}
				onChange={(event) => onChange({ licence: event.target.value })}
			/>
		</>
	);
}
