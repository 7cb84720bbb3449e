import CircleCheck from "icons:circle-check";
import { Link } from "react-router-dom";
import { DIRECT_CURRENCY } from "../../../worker/contract/money.ts";
import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { currencyWords } from "../../lib/i18n/currency-names.ts";
import { usePage } from "../../lib/page/page.ts";
import { usePaymentStatus } from "../../lib/server/queries/payment-status.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { DirectLinkForm } from "../../shared/direct-link-form.tsx";
import { HandleField, useHandleForm } from "../../shared/handle-field.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Form } from "../../ui/form.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { useTexts } from "./texts.ts";

export function PaymentSetupPage() {
	const t = useTexts();
	const offer = useOfferTexts();
	usePage(t("paymentSetup.title"));
	const { data, error } = usePaymentStatus();
	const takesLinks = data !== undefined && data.directLinkHosts.length > 0;
	const isByLink = takesLinks && data.currency !== DIRECT_CURRENCY;
	const handle = isByLink ? data.directLink : data?.cashAppHandle;
	if (!data && !error) return <PageSpinner label={t("paymentSetup.loading")} />;
	return (
		<div className="gutters max-w-xl py-10 lg:py-16">
			<h1 className="text-28 sm:text-40">{t("paymentSetup.title")}</h1>
			<p className="mt-3 mb-8 text-17 text-muted">
				{t(isByLink ? "paymentSetup.leadLink" : "paymentSetup.lead")}
			</p>
			{data && data.currency !== DIRECT_CURRENCY && !takesLinks && (
				<Alert tone="warning" className="mb-6">
					{offer("offer.cashAppOnly", { currency: currencyWords(data.currency) })}
				</Alert>
			)}
			<Card>
				{handle ? (
					<Ready handle={handle} />
				) : isByLink ? (
					<DirectLinkForm status={data} />
				) : (
					<HandleForm />
				)}
			</Card>
			{takesLinks && !isByLink && (
				<Fold
					className="mt-4"
					summaryClass="text-muted"
					title={offer(handle ? "offer.linkOther" : "offer.linkInstead")}
				>
					<Card>
						<DirectLinkForm status={data} />
					</Card>
				</Fold>
			)}
			<p className="mt-4 text-muted">
				{t.rich(aboutCards(data), {
					settings: <Link className="prose-link" to={paths.settings} />,
				})}
			</p>
		</div>
	);
}

function aboutCards(status: PaymentStatus | undefined) {
	if (status && !status.acceptsCards) return "paymentSetup.cardsRefused";
	return status?.cardPayouts.chargesEnabled ? "paymentSetup.cardsReady" : "paymentSetup.cards";
}

function Ready({ handle }: { handle: string }) {
	const t = useTexts();
	return (
		<div role="status">
			<EmptyState
				icon={CircleCheck}
				title={t("paymentSetup.ready")}
				action={
					<>
						<Link to={paths.dashboard} className={buttonClass()}>
							{t("paymentSetup.toDashboard")}
						</Link>
						<Link to={paths.upload} className={buttonClass("primary")}>
							{t("paymentSetup.toUpload")}
						</Link>
					</>
				}
			>
				{t("paymentSetup.readyText", { handle })}
			</EmptyState>
		</div>
	);
}

const TITLES = {
	format: "paymentSetup.invalidFormat",
	length: "paymentSetup.invalidLength",
	characters: "paymentSetup.invalidCharacters",
} as const;

function HandleForm() {
	const t = useTexts();
	const { form, field } = useHandleForm("", {
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
