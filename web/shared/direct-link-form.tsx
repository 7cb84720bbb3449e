import { useState } from "react";
import { DIRECT_CURRENCY } from "../../worker/contract/money.ts";
import { hostsFor, linkTakes } from "../../worker/payments/direct/contract/direct-way.ts";
import type { PaymentStatus } from "../../worker/payments/payouts/contract.ts";
import { useSubmit } from "../lib/forms/use-submit.ts";
import { currencyWords } from "../lib/i18n/currency-names.ts";
import { currentLocale } from "../lib/i18n/i18n.ts";
import { failureText, fieldTexts } from "../lib/i18n/server-texts.ts";
import { setUpCashApp } from "../lib/server/queries/payment-status.ts";
import { useOfferTexts } from "../lib/texts/offer-texts.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { toast } from "../ui/toast.ts";

export function DirectLinkForm({ status }: { status: PaymentStatus }) {
	const t = useOfferTexts();
	const saved = status.directLink ?? "";
	const [link, setLink] = useState(saved);
	const { errors, setErrors, pending, onSubmit } = useSubmit(async (_form, begin) => {
		begin();
		const directLink = link.trim() || null;
		try {
			await setUpCashApp({ directLink });
			toast({ tone: "good", title: t(directLink ? "offer.linkSaved" : "offer.linkRemoved") });
		} catch (error) {
			const text = failureText(error, t("offer.linkTry"));
			toast({ tone: "destructive", title: t("offer.linkFailed"), text });
			return fieldTexts(error);
		}
	});
	const hosts = hostsFor(status.directLinkHosts, status.currency);
	const sites = new Intl.ListFormat(currentLocale(), { type: "disjunction" }).format(hosts);
	const currency = currencyWords(status.currency);
	const isRefused = saved !== "" && link === saved && !linkTakes(saved, status.currency);
	const isForOthers = status.currency === DIRECT_CURRENCY && status.cashAppHandle !== null;
	return (
		<form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
			<TextField
				label={t("offer.link")}
				name="directLink"
				type="url"
				inputMode="url"
				autoCapitalize="none"
				autoComplete="off"
				spellCheck={false}
				placeholder={`https://${hosts[0]}/…`}
				hint={
					isForOthers
						? t("offer.linkHintOther", { sites })
						: t("offer.linkHint", { sites, currency })
				}
				value={link}
				onChange={(event) => {
					setLink(event.target.value);
					setErrors({});
				}}
				error={errors.directLink ?? (isRefused ? t("offer.linkCurrency", { currency }) : undefined)}
			/>
			<Button
				type="submit"
				tone="primary"
				className="max-sm:w-full sm:self-start"
				disabled={link.trim() === saved}
				pending={pending && t("offer.linkSaving")}
			>
				{t("offer.linkSave")}
			</Button>
		</form>
	);
}
