import CircleCheck from "icons:circle-check";
import { Link } from "react-router-dom";
import { DIRECT_CURRENCY } from "../../../../worker/contract/money.ts";
import type { PaymentStatus } from "../../../../worker/payments/payouts/contract.ts";
import { paths } from "../../../lib/addresses/paths.ts";
import { currencyWords } from "../../../lib/i18n/currency-names.ts";
import { setUpCashApp } from "../../../lib/server/queries/payment-status.ts";
import { useOfferTexts } from "../../../lib/texts/offer-texts.ts";
import { DirectLinkForm } from "../../../shared/direct-link-form.tsx";
import { HandleField, useHandleForm } from "../../../shared/handle-field.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CheckField } from "../../../ui/field.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { Form } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { toast } from "../../../ui/toast.ts";
import { useAction } from "../../../ui/use-action.ts";
import { useTexts as useSettingsTexts } from "../texts.ts";
import { useTexts } from "./payment-setup-texts.ts";

/** Cash App; for prices in other currencies, the creator's own page at a payment site. */
export function DirectCard({ status }: { status: PaymentStatus }) {
	const t = useTexts();
	const offer = useOfferTexts();
	const { currency, cashAppHandle, directLink, directLinkHosts } = status;
	const takesLinks = directLinkHosts.length > 0;
	const isDollars = currency === DIRECT_CURRENCY;
	const isByLink = takesLinks && !isDollars;
	const way = isByLink ? directLink : cashAppHandle;
	const cashAppOnly = offer("offer.cashAppOnly", { currency: currencyWords(currency) });
	return (
		<Card
			id="direct"
			title={isByLink ? offer("offer.link") : t("paymentSetup.cashApp")}
			lead={t(isByLink ? "paymentSetup.linkLead" : "paymentSetup.cashAppLead")}
		>
			{!isDollars && !takesLinks && (
				<Alert tone="warning" className="mb-5">
					{cashAppOnly}
				</Alert>
			)}
			{way && <Ready way={way} />}
			{isByLink ? (
				<DirectLinkForm status={status} />
			) : (
				cashAppHandle === null && <HandleForm handle={cashAppHandle} />
			)}
			{isByLink && (
				<Fold className="mt-4" summaryClass="text-muted" title={cashAppOnly}>
					<HandleForm handle={cashAppHandle} />
				</Fold>
			)}
			{takesLinks && isDollars && (
				<Fold
					className="mt-3"
					summaryClass="text-muted"
					title={offer(cashAppHandle ? "offer.linkOther" : "offer.linkInstead")}
				>
					<DirectLinkForm status={status} />
				</Fold>
			)}
			{(cashAppHandle ?? directLink) !== null && <Release status={status} />}
		</Card>
	);
}

function Ready({ way }: { way: string }) {
	const t = useTexts();
	return (
		<div role="status" className="mb-5 flex gap-3">
			<Icon of={CircleCheck} className="mt-0.5 text-primary" />
			<div className="min-w-0">
				<h3 className="font-semibold">{t("paymentSetup.ready")}</h3>
				<p className="wrap-anywhere text-muted">{t("paymentSetup.readyText", { handle: way })}</p>
				<p className="mt-4 flex flex-wrap gap-3">
					<Link to={paths.dashboard} className={buttonClass()}>
						{t("paymentSetup.toDashboard")}
					</Link>
					<Link to={paths.upload} className={buttonClass()}>
						{t("paymentSetup.toUpload")}
					</Link>
				</p>
			</div>
		</div>
	);
}

const TITLES = {
	format: "paymentSetup.invalidFormat",
	length: "paymentSetup.invalidLength",
	characters: "paymentSetup.invalidCharacters",
} as const;

function HandleForm({ handle }: { handle: string | null }) {
	const t = useTexts();
	const { form, field } = useHandleForm(handle ?? "", {
		invalid: (problem) => t(TITLES[problem]),
		done: { title: t("paymentSetup.done"), text: t("paymentSetup.doneText") },
		failed: t("paymentSetup.failed"),
		fallback: t("paymentSetup.failedText"),
	});
	return (
		<Form of={form}>
			<HandleField
				label={t("paymentSetup.handle")}
				hint={t("paymentSetup.hint")}
				placeholder={t("paymentSetup.placeholder")}
				required
				{...field}
			/>
			<Button
				type="submit"
				tone="primary"
				disabled={!field.value.trim().startsWith("$")}
				pending={form.pending && t("paymentSetup.pending")}
			>
				{t("paymentSetup.submit")}
			</Button>
		</Form>
	);
}

function Release({ status: { releaseOnConfirmation } }: { status: PaymentStatus }) {
	const t = useSettingsTexts();
	const { pending, run } = useAction(async () => {
		await setUpCashApp({ releaseOnConfirmation: !releaseOnConfirmation });
		toast({ tone: "good", title: t("settings.saved") });
	}, t("settings.updateFailed"));
	return (
		<Fold
			className="-mb-3"
			summaryClass="text-muted"
			title={t(releaseOnConfirmation ? "settings.releasedAtOnce" : "settings.approvedByYou")}
		>
			<CheckField
				className="mt-2"
				label={t("settings.release")}
				hint={t("settings.releaseHint")}
				checked={releaseOnConfirmation}
				onChange={run}
				disabled={pending}
			/>
		</Fold>
	);
}
