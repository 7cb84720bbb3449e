import ExternalLink from "icons:external-link";
import { useState } from "react";
import { CHOOSE_COUNTRY, COUNTRIES, NO_PAYOUTS } from "../../../../worker/contract/countries.ts";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { useSubmit } from "../../../lib/forms/use-submit.ts";
import { currencyWords } from "../../../lib/i18n/currency-names.ts";
import { formatList, formatMoney } from "../../../lib/i18n/format.ts";
import { currentLocale } from "../../../lib/i18n/i18n.ts";
import { fieldText, fieldTexts } from "../../../lib/i18n/server-texts.ts";
import {
	isUnpaid,
	setUpCardPayouts,
	setUpCashApp,
	setUpMethods,
	usePayoutCountries,
} from "../../../lib/server/queries/payment-status.ts";
import { useCreator } from "../../../lib/session/session.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { classes } from "../../../ui/classes.ts";
import { CheckField, SelectField } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast, toastFailure } from "../../../ui/toast.ts";
import { useAction } from "../../../ui/use-action.ts";
import { useTexts } from "../texts.ts";
import { VerifyFirst } from "../verify-first.tsx";

export function StripeCard({ status }: { status: PaymentStatus }) {
	const t = useTexts();
	const { emailVerified } = useCreator();
	const {
		balance,
		otherBalances,
		connected,
		chargesEnabled,
		isAbroad,
		settlesIn,
		proposedCountry,
	} = status.cardPayouts;
	const { data: reached } = usePayoutCountries();
	// The choice of the country says what is possible there.
	const isUnreached = !connected && proposedCountry !== null && isUnpaid(reached, proposedCountry);
	const balances = [{ amount: balance, currency: status.currency }, ...otherBalances];
	const sumOf = (those: typeof balances) =>
		formatList(those.map(({ amount, currency }) => formatMoney(amount.replace("-", ""), currency)));
	const debts = balances.filter(({ amount }) => Number(amount) < 0);
	const held = balances.filter(({ amount }) => Number(amount) > 0);
	const isReady = connected && chargesEnabled;
	const about = () => {
		if (debts.length > 0) return t("settings.cardsDebt", { debt: sumOf(debts) });
		if (!status.acceptsCards) return t("settings.cardsRefused");
		if (isReady) return wayOfMoney(t, { isAbroad, settlesIn, currency: status.currency });
		if (connected) return t("settings.cardsUnfinished");
		return !isUnreached && t("settings.cardsNot");
	};
	const takesDirect = status.cashAppHandle !== null || status.directLink !== null;
	return (
		<Card
			id="stripe"
			title={t("settings.stripe")}
			lead={t("settings.stripeText")}
			action={isReady && <Badge tone="good">{t("settings.connected")}</Badge>}
		>
			{held.length > 0 && (
				<p className="tabular mb-2 font-[650] font-display text-21">
					{t("settings.cardsBalance", { balance: sumOf(held) })}
				</p>
			)}
			<p>{about()}</p>
			{/* https://docs.stripe.com/payouts (read 2026-11-26) */}
			{!connected && !isUnreached && status.acceptsCards && (
				<p className="mt-1 text-13 text-muted">{t("settings.cardsWhen")}</p>
			)}
			{!isReady && (
				<div className="mt-5">
					{emailVerified ? (
						<ConnectForm status={status} />
					) : (
						<VerifyFirst>{t("settings.verifyCards")}</VerifyFirst>
					)}
				</div>
			)}
			{(status.acceptsCards || takesDirect) && (
				<Fold className="mt-3 -mb-3" summaryClass="text-muted" title={t("settings.cardOptions")}>
					{takesDirect && (
						<Switch
							label={t("settings.acceptCards")}
							hint={t("settings.acceptCardsHint")}
							isOn={status.acceptsCards}
							onSwitch={(acceptsCards) => setUpCashApp({ acceptsCards })}
						/>
					)}
					{status.acceptsCards && (
						<Switch
							label={t("settings.debits")}
							hint={t("settings.debitsHint")}
							isOn={status.acceptsDelayed}
							onSwitch={(acceptsDelayed) => setUpMethods({ acceptsDelayed })}
						/>
					)}
				</Fold>
			)}
		</Card>
	);
}

function wayOfMoney(
	t: ReturnType<typeof useTexts>,
	about: { isAbroad: boolean; settlesIn: string | null; currency: string },
): string {
	const { isAbroad, settlesIn, currency } = about;
	if (settlesIn !== null && settlesIn !== currency)
		return t("settings.cardsExchanged", { paid: currencyWords(settlesIn) });
	return t(isAbroad ? "settings.cardsAbroad" : "settings.cardsReady");
}

function Switch({
	label,
	hint,
	isOn,
	onSwitch,
}: {
	label: string;
	hint: string;
	isOn: boolean;
	onSwitch: (isOn: boolean) => Promise<void>;
}) {
	const t = useTexts();
	const { run, pending } = useAction(async () => {
		await onSwitch(!isOn);
		toast({ tone: "good", title: t("settings.saved") });
	}, t("settings.updateFailed"));
	return (
		<CheckField
			className="mt-3"
			label={label}
			hint={hint}
			checked={isOn}
			onChange={run}
			disabled={pending}
		/>
	);
}

/** Asks for the country first if an account has to be created, or if the country was wrong. */
function ConnectForm({ status }: { status: PaymentStatus }) {
	const t = useTexts();
	const { connected, proposedCountry } = status.cardPayouts;
	const { data: reached } = usePayoutCountries();
	const [country, setCountry] = useState(connected ? "" : (proposedCountry ?? ""));
	const [isWrong, setIsWrong] = useState(false);
	const { errors, pending, onSubmit } = useSubmit(async (_form, begin) => {
		if (!connected && country === "") return { country: fieldText(CHOOSE_COUNTRY) };
		begin();
		try {
			const { url } = await setUpCardPayouts(country === "" ? {} : { country });
			location.assign(url);
		} catch (error) {
			const wrong = fieldTexts(error);
			if (!wrong.country) toastFailure(t("settings.connectFailed"), error);
			return wrong;
		}
	});
	const asks = !connected || isWrong || Boolean(errors.country) || country !== "";
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-wrap items-start gap-3">
			{asks && (
				<CountryField
					value={country}
					onChange={setCountry}
					error={errors.country}
					currency={status.currency}
				/>
			)}
			<Button
				type="submit"
				tone="primary"
				icon={<Icon of={ExternalLink} />}
				pending={pending && t("settings.connecting")}
				className={asks ? "max-sm:w-full sm:mt-7.5" : undefined}
			>
				{t(connected ? "settings.connectGoOn" : "settings.connect")}
			</Button>
			{status.acceptsCards && country !== "" && isUnpaid(reached, country) && (
				<SellDirectly status={status} className="max-sm:w-full sm:mt-7.5" />
			)}
			{!asks && (
				<Button tone="quiet" onClick={() => setIsWrong(true)}>
					{t("settings.countryWrong")}
				</Button>
			)}
		</form>
	);
}

/** Switches off cards, whose money would not reach the creator; direct payments have to be set up first. */
function SellDirectly({ status, className }: { status: PaymentStatus; className: string }) {
	const t = useTexts();
	const { run, pending } = useAction(async () => {
		await setUpCashApp({ acceptsCards: false });
		toast({ tone: "good", title: t("settings.saved") });
	}, t("settings.updateFailed"));
	if (status.cashAppHandle === null && status.directLink === null)
		return (
			<a href="#direct" className={classes(buttonClass(), className)}>
				{t("settings.directFirst")}
			</a>
		);
	return (
		<Button className={className} pending={pending && t("settings.directOnlySaving")} onClick={run}>
			{t("settings.directOnly")}
		</Button>
	);
}

function CountryField({
	value,
	onChange,
	error,
	currency,
}: {
	value: string;
	onChange: (country: string) => void;
	error: string | undefined;
	currency: string;
}) {
	const t = useTexts();
	const { data: reached } = usePayoutCountries();
	const isAbroad = reached?.byTransfer.includes(value) ?? false;
	const isPaid = isAbroad || reached?.atOnce.includes(value);
	const { settlesIn = null } = reached ?? {};
	const locale = currentLocale();
	const names = new Intl.DisplayNames([locale], { type: "region" });
	const options = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code }));
	options.sort((a, b) => a.name.localeCompare(b.name, locale));
	return (
		<SelectField
			label={t("settings.country")}
			name="country"
			fieldClass="w-full sm:w-64"
			value={value}
			onChange={(event) => onChange(event.target.value)}
			hint={isPaid && wayOfMoney(t, { isAbroad, settlesIn, currency })}
			error={value !== "" && isUnpaid(reached, value) ? fieldText(NO_PAYOUTS) : error}
		>
			<option value="">{t("settings.countryChoose")}</option>
			{options.map(({ code, name }) => (
				<option key={code} value={code}>
					{name}
				</option>
			))}
		</SelectField>
	);
}
