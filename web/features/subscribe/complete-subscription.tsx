import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { useCallback, useState } from "react";
import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { PLANS } from "../../../worker/contract/plans.ts";
import type { SubscriptionStatus } from "../../../worker/payments/subscriptions/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { buyerMessage, isConfirmed } from "../../lib/buying/provider-result.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { formatCents, formatDate } from "../../lib/i18n/format.ts";
import { limitValues } from "../../lib/i18n/limit-values.ts";
import { usePublicConfig } from "../../lib/server/queries/config.ts";
import { StripeElements } from "../../shared/stripe-elements.tsx";
import { Alert, type AlertTone } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useTexts } from "./texts.ts";

const POLL_INTERVAL_MS = 1_500;
const MAX_ATTEMPTS = 20;

type Refresh = () => Promise<SubscriptionStatus | undefined>;

type Props = {
	/** null while it is being loaded */
	clientSecret: string | null;
	/** the first month or a renewal, if begun earlier */
	due: SubscriptionStatus | null;
	refresh: Refresh;
};

export function CompleteSubscription({ clientSecret, due, refresh }: Props) {
	const t = useTexts();
	const config = usePublicConfig();
	const [isBlocked, setBlocked] = useState(false);
	const onBlocked = useCallback(() => setBlocked(true), []);
	const isRenewal = due !== null && due.status !== "incomplete";
	return (
		<div className="mx-auto mt-6 max-w-xl">
			<h1 className="text-28">
				{t(isRenewal ? "subscribe.renewalTitle" : "subscribe.completeTitle")}
			</h1>
			<p className="mt-2 mb-6 text-muted">
				{isRenewal
					? t("subscribe.renewalText")
					: t("subscribe.completeText", {
							...limitValues(),
							date: formatDate(monthAfter(new Date()).toISOString()),
						})}
			</p>
			{due && <Due due={due} />}
			<Card>
				{isBlocked ? (
					<Alert
						tone="danger"
						live
						title={t("subscribe.stripeFailed")}
						action={<Button onClick={() => location.reload()}>{t("subscribe.retry")}</Button>}
					>
						{t("subscribe.stripeFailedText")}
					</Alert>
				) : config && clientSecret ? (
					<StripeElements config={config} clientSecret={clientSecret} onFailure={onBlocked}>
						<CardForm isRenewal={isRenewal} refresh={refresh} />
					</StripeElements>
				) : (
					<Skeleton className="h-60" />
				)}
			</Card>
		</div>
	);
}

/** The same day, or the month's last. */
function monthAfter(date: Date): Date {
	const next = new Date(date);
	next.setMonth(date.getMonth() + 1);
	if (next.getDate() !== date.getDate()) next.setDate(0);
	return next;
}

function Due({ due }: { due: SubscriptionStatus }) {
	const t = useTexts();
	if (due.status === "incomplete")
		return (
			<Alert tone="info" className="mb-5" title={t("subscribe.unfinished")}>
				{t("subscribe.unfinishedText")}
			</Alert>
		);
	return (
		<Alert tone="warning" className="mb-5" title={t("subscribe.pastDue")}>
			{due.subscribed && due.endDate
				? t("subscribe.pastDueUntil", { date: formatDate(due.endDate) })
				: t("subscribe.pastDueEnded")}
		</Alert>
	);
}

type Notice = { tone: AlertTone; title: string; text: string };

function CardForm({ isRenewal, refresh }: { isRenewal: boolean; refresh: Refresh }) {
	const t = useTexts();
	const stripe = useStripe();
	const elements = useElements();
	const [isReady, setReady] = useState(false);
	const [notice, setNotice] = useState<Notice | null>(null);

	function showError(title: string, text: string, tone: AlertTone = "danger") {
		setNotice({ tone, title, text });
	}

	const { pending, onSubmit } = useSubmit(async (_form, begin) => {
		setNotice(null);
		if (!stripe || !elements || !isReady) {
			showError(t("subscribe.paymentLoading"), t("subscribe.paymentLoadingText"), "info");
			return;
		}
		begin();
		try {
			const { error, paymentIntent } = await stripe.confirmPayment({
				elements,
				confirmParams: { return_url: new URL(paths.dashboard, location.origin).href },
				redirect: "if_required",
			});
			if (isConfirmed((error?.payment_intent ?? paymentIntent)?.status)) await activate();
			else if (error) {
				if (error.type !== "validation_error")
					showError(
						t("subscribe.paymentFailed"),
						buyerMessage(error) ?? t("subscribe.paymentFailedText"),
					);
			} else showError(t("subscribe.paymentUnknown"), t("subscribe.paymentUnknownText"), "warning");
		} catch {
			showError(t("subscribe.paymentError"), t("subscribe.paymentErrorText"));
		}
	});

	/** Polls, since the provider notifies the server asynchronously. */
	async function activate() {
		setNotice({
			tone: "info",
			title: t("subscribe.activated"),
			text: t("subscribe.activating"),
		});
		for (let round = 0; round < MAX_ATTEMPTS; round++) {
			const status = await refresh();
			if (status?.subscribed && !status.needsPayment) return;
			await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
		}
		showError(t("subscribe.paymentUnknown"), t("subscribe.paymentUnknownText"), "warning");
	}

	return (
		<form onSubmit={onSubmit} noValidate className="grid grid-cols-1 gap-5">
			<div className="min-h-44">
				<PaymentElement options={{ layout: "tabs" }} onReady={() => setReady(true)} />
			</div>
			{notice && (
				<Alert tone={notice.tone} live title={notice.title}>
					{notice.text}
				</Alert>
			)}
			<Button
				type="submit"
				tone="primary"
				size="lg"
				className="h-auto min-h-12 w-full whitespace-normal py-2"
				pending={pending && t("subscribe.processingPayment")}
			>
				{isRenewal
					? t("subscribe.payRenewal", {
							price: formatCents(PLANS.pro.priceCents, DEFAULT_CURRENCY),
						})
					: t("subscribe.completePayment", limitValues())}
			</Button>
		</form>
	);
}
