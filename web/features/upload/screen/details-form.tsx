import { Link } from "react-router-dom";
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from "../../../../worker/contract/constants.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { fieldText } from "../../../lib/i18n/server-texts.ts";
import { usePaymentStatus } from "../../../lib/server/queries/payment-status.ts";
import { PricingFields } from "../../../shared/pricing-fields.tsx";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { useTexts } from "../texts.ts";
import { type DetailErrors, type Details, isBelowCard } from "./details.ts";

type Props = {
	details: Details;
	errors: DetailErrors;
	onChange: (change: Partial<Details>) => void;
};

/** Title, description and price, with what the price means for buyers. */
export function DetailsForm({ details, errors, onChange }: Props) {
	const t = useTexts();
	const said = (sentence: string | undefined) => sentence && fieldText(sentence);
	return (
		<div className="flex flex-col gap-5">
			<TextField
				label={t("upload.fieldTitle")}
				name="title"
				value={details.title}
				maxLength={MAX_TITLE_LENGTH}
				required
				autoComplete="off"
				error={said(errors.title)}
				onChange={(event) => onChange({ title: event.target.value })}
			/>
			<TextArea
				label={t("upload.fieldDescription")}
				name="description"
				rows={3}
				value={details.description}
				maxLength={MAX_DESCRIPTION_LENGTH}
				error={said(errors.description)}
				onChange={(event) => onChange({ description: event.target.value })}
			/>
			<PricingFields
				values={details}
				errors={{
					pricing: said(errors.pricing),
					price: said(errors.price),
					suggestedPrice: said(errors.suggestedPrice),
				}}
				onChange={onChange}
				canBeFree={details.saleMode === "each"}
				label={t("upload.fieldPrice")}
				hint={<PriceHint price={details.price} />}
			/>
		</div>
	);
}

/** Warns when a price can't be paid by card, or not at all. */
function PriceHint({ price }: { price: string }) {
	const t = useTexts();
	const { data: status } = usePaymentStatus();
	if (!status) return null;
	const isLow = status.acceptsCards && isBelowCard(price);
	const text = isLow
		? t(status.cashAppHandle ? "upload.belowCard" : "upload.nobodyCanBuy", limitValues())
		: status.hasPaymentSetup
			? null
			: t("upload.noPayout");
	if (!text) return null;
	return (
		<>
			<span className={isLow ? "text-warning" : undefined}>{text}</span>{" "}
			{!status.cashAppHandle && (
				<Link to={paths.paymentSetup} className="prose-link">
					{t("upload.setUp")}
				</Link>
			)}
		</>
	);
}
