import { useRef, useState } from "react";
import { centsOf } from "../../../../worker/contract/fields.ts";
import { CURRENCIES, CURRENCY_CODES, type Currency } from "../../../../worker/contract/money.ts";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { currencyName, currencyWords } from "../../../lib/i18n/currency-names.ts";
import { formatCents } from "../../../lib/i18n/format.ts";
import { currentLocale } from "../../../lib/i18n/i18n.ts";
import {
	changeCurrency,
	refreshPaymentStatus,
} from "../../../lib/server/queries/payment-status.ts";
import { useEveryShare } from "../../../lib/server/queries/shares.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { useAction } from "../../../ui/use-action.ts";
import { useTexts } from "../texts.ts";

export function CurrencyChoice({
	status: { currency, sharesKeepCurrency, proposedCurrency },
}: {
	status: PaymentStatus;
}) {
	const t = useTexts();
	return (
		<div className="flex flex-wrap items-start justify-between gap-4">
			<div className="min-w-0 flex-1 basis-64">
				<h3 className="font-semibold">{t("settings.currency")}</h3>
				<p className="text-muted">
					{sharesKeepCurrency ? t("settings.currencyOfNew") : t("settings.currencyText")}
				</p>
			</div>
			<ChoiceForm current={currency} proposed={proposedCurrency} isForNew={sharesKeepCurrency} />
		</div>
	);
}

function ChoiceForm({
	current,
	proposed,
	isForNew,
}: {
	current: Currency;
	proposed: Currency;
	isForNew: boolean;
}) {
	const t = useTexts();
	const [choice, setChoice] = useState<Currency | null>(null);
	const field = useRef<HTMLSelectElement>(null);
	const chosen = choice ?? current;
	const isOther = chosen !== current;
	const { data: shares, error } = useEveryShare(isOther && !isForNew);
	const example = shares?.map(({ price }) => centsOf(price) ?? 0).find((cents) => cents > 0);

	const { pending, run } = useAction(async () => {
		try {
			await changeCurrency({ currency: chosen });
		} catch (error) {
			void refreshPaymentStatus();
			throw error;
		}
		// The buttons disappear: keeps the keyboard focus nearby.
		field.current?.focus();
		setChoice(null);
		toast({ tone: "good", title: t("settings.currencyChanged") });
	}, t("settings.currencyFailed"));

	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				void run();
			}}
			className="grid w-full gap-3 sm:w-64"
		>
			<SelectField
				label={t("settings.currencyField")}
				name="currency"
				className="w-full"
				ref={field}
				value={chosen}
				onChange={(event) =>
					setChoice(CURRENCY_CODES.find((code) => code === event.target.value) ?? null)
				}
			>
				{optionsWith(proposed).map(({ code, name }) => (
					<option key={code} value={code}>
						{name}
					</option>
				))}
			</SelectField>
			{isOther && isForNew && (
				<Alert tone="warning" live>
					{t("settings.currencyNewWarning", {
						before: currencyWords(current),
						after: currencyWords(chosen),
					})}
				</Alert>
			)}
			{isOther && !isForNew && example !== undefined && (
				<Alert tone="warning" live>
					{t("settings.currencyWarning", {
						before: formatCents(example, current),
						after: formatCents(kept(example, chosen), chosen),
					})}
				</Alert>
			)}
			{isOther && (
				<div className="flex flex-wrap gap-3">
					<Button
						type="submit"
						tone="primary"
						// Until it is known whether a warning is needed.
						disabled={!isForNew && !shares && !error}
						pending={pending && t("settings.currencyChanging")}
					>
						{t("settings.currencyChange")}
					</Button>
					<Button disabled={pending} onClick={() => setChoice(null)}>
						{t("settings.cancel")}
					</Button>
				</div>
			)}
		</form>
	);
}

/** The server keeps the same figure, rounded up if the currency has no decimals. */
function kept(cents: number, currency: Currency): number {
	const { step } = CURRENCIES[currency];
	return Math.ceil(cents / step) * step;
}

function optionsWith(proposed: Currency) {
	const locale = currentLocale();
	return CURRENCY_CODES.map((code) => ({ code, name: currencyName(code) })).sort(
		(a, b) =>
			Number(b.code === proposed) - Number(a.code === proposed) ||
			a.name.localeCompare(b.name, locale),
	);
}
