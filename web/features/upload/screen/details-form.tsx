import { Link } from "react-router-dom";
import { paths } from "../../../lib/addresses/paths.ts";
import type { FieldErrors } from "../../../lib/forms/use-submit.ts";
import { limitValues } from "../../../lib/i18n/limit-values.ts";
import { usePaymentStatus } from "../../../lib/server/queries/payment-status.ts";
import { PriceFields } from "../../../shared/offer/pricing-fields.tsx";
import { TextFields } from "../../../shared/offer/text-fields.tsx";
import { useTexts } from "../texts.ts";
import { type Details, isBelowCard } from "./details.ts";

type Props = {
	details: Details;
	errors: FieldErrors;
	onChange: (change: Partial<Details>) => void;
};

/** Title, description and price, with what the price means for buyers. */
export function DetailsForm({ details, errors, onChange }: Props) {
	return (
		<div className="flex flex-col gap-5">
			<TextFields values={details} errors={errors} onChange={onChange} />
			<PriceFields
				values={details}
				errors={errors}
				onChange={onChange}
				hint={<PriceHint price={details.price} />}
			/>
		</div>
	);
}

/** Warns when a price can't be paid by card, or not at all. */
function PriceHint({ price }: { price: string }) {
	const t = useTexts();
	const { data: status } = usePaymentStatus();
	if (!status?.acceptsCards || !isBelowCard(price)) return null;
	return (
		<>
			<span className="text-warning">
				{t(status.cashAppHandle ? "upload.belowCard" : "upload.nobodyCanBuy", limitValues())}
			</span>{" "}
			{!status.cashAppHandle && (
				<Link to={paths.paymentSetup} className="prose-link">
					{t("upload.setUp")}
				</Link>
			)}
		</>
	);
}
