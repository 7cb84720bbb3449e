import { useId } from "react";
import type { DraftDetails } from "../../../worker/contract/catalogue/drafts.ts";
import type { SaleMode } from "../../../worker/contract/catalogue/share-fields.ts";
import { MAX_LICENCE_LENGTH } from "../../../worker/contract/constants.ts";
import type { FieldErrors } from "../../lib/forms/use-submit.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
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
				<fieldset className="flex flex-col gap-2" disabled={isFixed}>
					<legend className="mb-1.5 font-medium">{t("offer.sale")}</legend>
					{(["each", "link"] as const).map((mode) => (
						<SaleChoice
							key={mode}
							mode={mode}
							isChosen={saleMode === mode}
							onChoose={() => onChange({ saleMode: mode })}
						/>
					))}
					{isFixed && <p className="text-13 text-muted">{t("offer.saleFixed")}</p>}
					{errors.saleMode && <p className="text-13 text-error">{errors.saleMode}</p>}
				</fieldset>
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

const SALES = {
	each: ["offer.saleEach", "offer.saleEachHint"],
	link: ["offer.saleLink", "offer.saleLinkHint"],
} as const;

function SaleChoice({
	mode,
	isChosen,
	onChoose,
}: {
	mode: SaleMode;
	isChosen: boolean;
	onChoose: () => void;
}) {
	const t = useOfferTexts();
	const id = useId();
	const [label, hint] = SALES[mode];
	return (
		<div className="flex gap-3">
			<input
				type="radio"
				id={id}
				name="saleMode"
				value={mode}
				className="radio radio-primary radio-sm mt-0.5 border-edge"
				checked={isChosen}
				aria-describedby={`${id}-hint`}
				onChange={onChoose}
			/>
			<div>
				<label htmlFor={id}>{t(label)}</label>
				<p id={`${id}-hint`} className="max-w-line text-13 text-muted">
					{t(hint)}
				</p>
			</div>
		</div>
	);
}
