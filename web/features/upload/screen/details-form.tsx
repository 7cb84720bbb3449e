import { useState } from "react";
import { Link } from "react-router-dom";
import { MAX_NAME_LENGTH } from "../../../../worker/contract/constants.ts";
import { DIRECT_CURRENCY, leastByCard } from "../../../../worker/contract/money.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import type { FieldErrors } from "../../../lib/forms/use-submit.ts";
import { currencyWords } from "../../../lib/i18n/currency-names.ts";
import { formatCents } from "../../../lib/i18n/format.ts";
import { canAddDirect, usePaymentStatus } from "../../../lib/server/queries/payment-status.ts";
import { useCreator, useCurrency } from "../../../lib/session/session.tsx";
import { useOfferTexts } from "../../../lib/texts/offer-texts.ts";
import { isPicture } from "../../../preview-engine/pictures/picture-request.ts";
import { PriceFields } from "../../../shared/offer/pricing-fields.tsx";
import { SinglesFields } from "../../../shared/offer/singles-fields.tsx";
import { TextFields } from "../../../shared/offer/text-fields.tsx";
import { TextField } from "../../../ui/field.tsx";
import type { ChosenFile } from "../organise/draft.ts";
import { isNameMissing, typeName, useSellerName } from "../seller-name.ts";
import { useTexts } from "../texts.ts";
import { type Details, isBelowCard } from "./details.ts";

type Props = {
	details: Details;
	errors: FieldErrors;
	onChange: (change: Partial<Details>) => void;
	files: readonly ChosenFile[];
	/** a title that typing replaces */
	proposal?: string;
};

export function DetailsForm({ details, errors, onChange, files, proposal = "" }: Props) {
	const creator = useCreator();
	const [asksName] = useState(() => isNameMissing(creator));
	return (
		<div className="flex flex-col gap-5">
			<TextFields values={details} errors={errors} proposal={proposal} onChange={onChange} />
			<PriceFields
				values={details}
				errors={errors}
				onChange={onChange}
				hint={<PriceHint price={details.price} />}
			/>
			{details.pricing !== "free" && <OtherCurrency />}
			<SinglesFields
				values={details}
				errors={errors}
				onChange={onChange}
				sellable={sellableOf(files)}
			/>
			{asksName && <SellerName error={errors.displayName} />}
		</div>
	);
}

function sellableOf(files: readonly ChosenFile[]) {
	const sold = files.filter(({ wholeOnly }) => !wholeOnly);
	return { files: sold.length, pictures: sold.filter(({ file }) => isPicture(file)).length };
}

function SellerName({ error }: { error: string | undefined }) {
	const t = useTexts();
	const name = useSellerName(useCreator());
	return (
		<TextField
			label={t("upload.sellerName")}
			name="displayName"
			value={name}
			maxLength={MAX_NAME_LENGTH}
			autoComplete="nickname"
			error={error}
			onChange={(event) => typeName(event.target.value)}
		/>
	);
}

/** Warns if a price can't be paid by card, or at all, and says why Cash App isn't offered. */
function PriceHint({ price }: { price: string }) {
	const t = useTexts();
	const offer = useOfferTexts();
	const { data: status } = usePaymentStatus();
	const currency = useCurrency();
	const cardMinimum = formatCents(leastByCard(currency), currency);
	const isDirect = currency === DIRECT_CURRENCY;
	if (!status) return null;
	const takesDirect = status.directLink !== null || (isDirect && status.cashAppHandle !== null);
	if (!status.acceptsCards)
		return takesDirect ? null : (
			<>
				<span className="text-warning">{t("upload.noWay")}</span>{" "}
				<Link to={paths.paymentSetup} className="prose-link">
					{t("upload.setUp")}
				</Link>
			</>
		);
	if (!isBelowCard(price, currency))
		return status.cashAppHandle && !takesDirect
			? offer("offer.cashAppOnly", { currency: currencyWords(currency) })
			: null;
	if (!canAddDirect(status, currency))
		return <span className="text-warning">{t("upload.belowCardOnly", { cardMinimum })}</span>;
	return (
		<>
			<span className="text-warning">
				{t(takesDirect ? "upload.belowCard" : "upload.nobodyCanBuy", { cardMinimum })}
			</span>{" "}
			{!takesDirect && (
				<Link to={paths.paymentSetup} className="prose-link">
					{t("upload.setUp")}
				</Link>
			)}
		</>
	);
}

/** Offers the currency of the creator's country while it can still be chosen. */
function OtherCurrency() {
	const t = useTexts();
	const { data: status } = usePaymentStatus();
	const currency = useCurrency();
	if (!status || status.sharesKeepCurrency || status.proposedCurrency === currency) return null;
	return (
		<p className="-mt-3 text-13 text-muted">
			{t.rich(
				"upload.otherCurrency",
				{ settings: <Link to={paths.paymentSetup} className="prose-link" /> },
				{ currency: currencyWords(status.proposedCurrency) },
			)}
		</p>
	);
}
