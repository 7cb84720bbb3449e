import Lock from "icons:lock";
import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { type RefObject, useState } from "react";
import type { Currency } from "../../../worker/contract/money.ts";
import type { ShownCheckout } from "../../../worker/payments/checkout-links/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { announcePaid } from "../../lib/buying/announce-paid.ts";
import { buyerMessage, isConfirmed } from "../../lib/buying/provider-result.ts";
import {
	announcePurchase,
	storeBuyerEmail,
	storedBuyerEmail,
} from "../../lib/buying/purchase-events.ts";
import { recordPayment } from "../../lib/buying/record-payment.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { formatMoney } from "../../lib/i18n/format.ts";
import { failureText } from "../../lib/i18n/server-texts.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { Alert, type AlertTone } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	slug: string;
	/** the code of single files; null for the whole share */
	items: string | null;
	/** of a program */
	checkout: ShownCheckout | undefined;
	paymentIntentId: string;
	/** decimal string */
	price: string;
	currency: Currency;
	/** kept when the price changes */
	email: RefObject<string>;
	/** false if this payment can't be made any more */
	onAddress: (email: string) => Promise<boolean>;
	onPaid: (email: string) => void;
};
type Notice = { tone: AlertTone; title: string; text: string };

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An error appears once: at its field, or next to the button. */
export function CardForm({
	slug,
	items,
	checkout,
	paymentIntentId,
	price,
	currency,
	email: typed,
	onAddress,
	onPaid,
}: Props) {
	const t = useTexts();
	// A bank's page returns to the share page.
	const sharePage = new URL(paths.share(slug), location.origin);
	if (checkout) sharePage.searchParams.set("checkout", checkout.id);
	if (items) sharePage.searchParams.set("items", items);
	const stripe = useStripe();
	const elements = useElements();
	const [isSettling, setSettling] = useState(false);
	const [notice, setNotice] = useState<Notice | null>(() =>
		// The bank's page has redirected back here.
		new URLSearchParams(location.search).has("failed")
			? { tone: "danger", title: t("checkout.failed"), text: t("checkout.failedText") }
			: null,
	);
	const [isReady, setReady] = useState(false);

	function showError(title: string, text: string, tone: AlertTone = "danger") {
		setNotice({ tone, title, text });
	}

	const { errors, pending, onSubmit } = useSubmit(async (form, begin) => {
		setNotice(null);
		if (!stripe || !elements || !isReady) {
			showError(t("checkout.loadingTitle"), t("checkout.loadingText"), "info");
			return;
		}
		const email = String(new FormData(form).get("email") ?? "").trim();
		if (email === "")
			return { email: `${t("checkout.emailRequired")}: ${t("checkout.emailRequiredText")}` };
		if (!EMAIL.test(email)) return { email: t("checkout.emailInvalid") };
		begin();
		try {
			await confirm(email);
		} catch (error) {
			// Paid in another tab.
			if (error instanceof ApiFailure && error.code === "payment.already_paid")
				location.assign(sharePage);
			else showError(t("checkout.error"), failureText(error, t("checkout.errorText")));
		} finally {
			setSettling(false);
		}
	});

	async function confirm(email: string) {
		if (!stripe || !elements) return;
		const checked = await elements.submit();
		// The field shows its error.
		if (checked.error) return;
		if (!(await onAddress(email))) return;
		// For the share page, if a bank's page replaces this one.
		storeBuyerEmail(paymentIntentId, email);
		const { error, paymentIntent } = await stripe.confirmPayment({
			elements,
			confirmParams: {
				return_url: sharePage.href,
				receipt_email: email,
				payment_method_data: { billing_details: { email } },
			},
			redirect: "if_required",
		});
		// Paid in another tab.
		const { status } = error?.payment_intent ?? paymentIntent ?? {};
		if (isConfirmed(status)) return settle(email);
		if (error) {
			const text = status === "canceled" ? t("checkout.endedText") : buyerMessage(error);
			showError(t("checkout.failed"), text ?? t("checkout.failedText"));
			return;
		}
		showError(t("checkout.unknown"), t("checkout.unknownText"), "warning");
	}

	async function settle(email: string) {
		setSettling(true);
		try {
			const outcome = await recordPayment({ paymentIntentId, buyerEmail: email }, (trouble) => {
				if (trouble.code === "payment.processing")
					setNotice({
						tone: "info",
						title: t("checkout.processing"),
						text: t("checkout.stillProcessing"),
					});
				else showError(t("checkout.processingError"), t("checkout.processingErrorText"), "warning");
			});
			if (outcome.kind !== "paid") {
				showError(t(`checkout.${outcome.kind}Title`), outcome.text, "warning");
				return;
			}
			announcePurchase();
			announcePaid(slug);
			onPaid(email);
		} catch (error) {
			if (!(error instanceof ApiFailure)) throw error;
			if (error.code !== "payment.processing")
				return showError(
					t("checkout.processingError"),
					failureText(error, t("checkout.errorText")),
				);
			// A bank may take days; the share page waits.
			sharePage.searchParams.set("payment_intent", paymentIntentId);
			sharePage.searchParams.set("redirect_status", "pending");
			location.assign(sharePage);
		}
	}

	return (
		<form onSubmit={onSubmit} noValidate className="grid grid-cols-1 gap-5">
			<TextField
				label={t("checkout.email")}
				hint={t("checkout.emailHint")}
				error={errors.email}
				type="email"
				name="email"
				autoComplete="email"
				inputMode="email"
				defaultValue={
					typed.current || (storedBuyerEmail(paymentIntentId) ?? checkout?.buyerEmail ?? "")
				}
				onChange={(event) => {
					typed.current = event.target.value;
					storeBuyerEmail(paymentIntentId, event.target.value);
				}}
				required
			/>
			<div className="min-h-44">
				<PaymentElement
					options={{ layout: "tabs", fields: { billingDetails: { email: "never" } } }}
					onReady={() => setReady(true)}
				/>
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
				className="w-full"
				pending={pending && t(isSettling ? "checkout.settling" : "checkout.processing")}
			>
				{t("checkout.pay", { price: formatMoney(price, currency) })}
			</Button>
			<p className="flex items-center gap-2 text-13 text-muted">
				<Icon of={Lock} size={16} />
				{t("checkout.secure")}
			</p>
		</form>
	);
}
