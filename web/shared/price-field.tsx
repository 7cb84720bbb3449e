import { useState } from "react";
import { centsOf, priceOf } from "../../worker/contract/fields.ts";
import { type Currency, leastByCard } from "../../worker/contract/money.ts";
import { exampleAmount, shownAmount, typedCents, worthAbout } from "../lib/forms/price-input.ts";
import { useSubmit } from "../lib/forms/use-submit.ts";
import { currencySign } from "../lib/i18n/currency-names.ts";
import { formatCents, formatMoney, formatShortMoney } from "../lib/i18n/format.ts";
import { useBuyingTexts } from "../lib/texts/buying-texts.ts";
import { Button } from "../ui/button.tsx";
import { NumberField } from "./number-field.tsx";

type Props = {
	currency: Currency;
	/** decimal string: the minimum */
	least: string;
	/** decimal string: the proposal */
	suggested: string;
	/** decimal string: an earlier choice */
	chosen: string | null;
	/** payment is by card, which has a minimum of its own */
	byCard: boolean;
	/** with a decimal string; "0.00" for a free purchase */
	onChoose: (amount: string) => void;
};

/** Accepted round amounts around the suggestion, in cents, ascending. */
function proposalsFor(leastCents: number, suggestedCents: number, currency: Currency): number[] {
	const base = Math.max(suggestedCents, leastCents, worthAbout(500, currency));
	return [...new Set([Math.max(leastCents, suggestedCents), base, base * 2, base * 4])]
		.filter((cents) => cents >= Math.max(leastCents, leastByCard(currency)))
		.sort((a, b) => a - b)
		.slice(0, 3);
}

export function PriceField({ currency, least, suggested, chosen, byCard, onChoose }: Props) {
	const t = useBuyingTexts();
	const leastCents = centsOf(least) ?? 0;
	const [amount, setAmount] = useState(() =>
		shownAmount(centsOf(chosen ?? suggested) ?? leastCents, currency),
	);
	const proposals = proposalsFor(leastCents, centsOf(suggested) ?? leastCents, currency);
	const { errors, onSubmit } = useSubmit(async () => {
		const cents = typedCents(amount, currency);
		if (cents === null) {
			const example = exampleAmount(worthAbout(500, currency), currency);
			return { amount: t("buying.amountInvalid", { example }) };
		}
		if (cents < leastCents)
			return { amount: t("buying.tooLow", { least: formatMoney(least, currency) }) };
		if (cents > 0 && byCard && cents < leastByCard(currency))
			return {
				amount: t("buying.cardLow", { least: formatCents(leastByCard(currency), currency) }),
			};
		onChoose(priceOf(cents));
	});
	const isFree = centsOf(amount) === 0;
	return (
		<form onSubmit={onSubmit} noValidate className="grid gap-5">
			<h2 className="text-17">{t("buying.amountTitle")}</h2>
			{proposals.length > 1 && (
				<fieldset className="flex gap-2">
					<legend className="sr-only">{t("buying.proposals")}</legend>
					{proposals.map((cents) => (
						<Button
							key={cents}
							type="button"
							tone={centsOf(amount) === cents ? "primary" : "plain"}
							aria-pressed={centsOf(amount) === cents}
							className="tabular flex-1 px-2"
							onClick={() => setAmount(shownAmount(cents, currency))}
						>
							{formatShortMoney(priceOf(cents), currency)}
						</Button>
					))}
				</fieldset>
			)}
			<NumberField
				label={t("buying.amount")}
				name="amount"
				unit={currency}
				prefix={currencySign(currency)}
				className="tabular"
				value={amount}
				onValue={setAmount}
				hint={
					leastCents === 0
						? t("buying.anything")
						: t("buying.atLeast", { least: formatMoney(least, currency) })
				}
				error={errors.amount}
				required
			/>
			<Button type="submit" tone="primary" size="lg" className="w-full">
				{t(isFree && leastCents === 0 ? "buying.continueFree" : "buying.continue")}
			</Button>
		</form>
	);
}
