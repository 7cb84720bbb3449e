import { useState } from "react";
import { Link } from "react-router-dom";
import { canBeHad } from "../../../worker/catalogue/shares/contract/ways-to-pay.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { DIRECT_CURRENCY } from "../../../worker/contract/money.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatSize } from "../../lib/i18n/format.ts";
import { formatSums } from "../../lib/i18n/format-sums.ts";
import { currentLocale } from "../../lib/i18n/i18n.ts";
import { sendVerification } from "../../lib/server/queries/account.ts";
import { useStorageLimits } from "../../lib/server/queries/config.ts";
import {
	canAddDirect,
	isUnpaid,
	takenWays,
	usePaymentStatus,
	usePayoutCountries,
} from "../../lib/server/queries/payment-status.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { useSubscription } from "../../lib/server/queries/subscription.ts";
import { polled } from "../../lib/server/swr.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, type ButtonTone, buttonClass } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { useTexts } from "./texts.ts";

/** Shows only the most important obstacle to the next sale, and nothing while the preceding `peer` reports news. */
export function Banners() {
	return (
		<div className="empty:hidden peer-not-empty:hidden *:not-first:hidden">
			<Suspended />
			<PastDue />
			<Payment />
			<VerifyEmail />
		</div>
	);
}

/** The cards of the page. */
const STRIPE = `${paths.paymentSetup}#stripe`;
const DIRECT = `${paths.paymentSetup}#direct`;

function To({
	path,
	tone = "plain",
	children,
}: {
	path: string;
	tone?: ButtonTone;
	children: string;
}) {
	return (
		<Link to={path} className={buttonClass(tone, "sm")}>
			{children}
		</Link>
	);
}

function Suspended() {
	const t = useTexts();
	if (!useCreator().suspended) return null;
	return (
		<Alert
			tone="danger"
			title={t("dashboard.suspendedTitle")}
			action={<To path={paths.decisions}>{t("dashboard.suspendedAction")}</To>}
		>
			{t("dashboard.suspendedText")}
		</Alert>
	);
}

function PastDue() {
	const t = useTexts();
	const { data } = useSubscription(polled(60));
	if (data?.status !== "past_due") return null;
	return (
		<Alert
			tone="danger"
			title={t("dashboard.pastDueTitle")}
			action={
				<a href={paths.subscribe} className={buttonClass("plain", "sm")}>
					{t("dashboard.pastDueAction")}
				</a>
			}
		>
			{data.subscribed && data.endDate
				? t("dashboard.pastDueUntil", { date: formatDate(data.endDate) })
				: t("dashboard.pastDueEnded")}
		</Alert>
	);
}

function Payment() {
	const t = useTexts();
	const { suspended } = useCreator();
	const { data } = usePaymentStatus();
	const isUnset = data?.hasPaymentSetup === false && !suspended;
	const country = data?.cardPayouts.proposedCountry ?? null;
	const isUnconnected =
		data?.acceptsCards === true && !data.cardPayouts.connected && country !== null && !suspended;
	const { data: shares, isLoading: isReading } = useEveryShare(isUnset || isUnconnected);
	const hasPrice = shares?.some(({ pricing, selling }) => selling && pricing !== "free") ?? false;
	const { data: reached, isLoading: isAsking } = usePayoutCountries(isUnconnected && hasPrice);
	// Waits until it is known whether the money could be paid out, which decides the message.
	if (!data || (isUnconnected && (isReading || isAsking))) return null;
	if (country !== null && isUnconnected && hasPrice && isUnpaid(reached, country))
		return (
			<Alert
				tone="warning"
				title={t("dashboard.unpaidTitle", {
					country:
						new Intl.DisplayNames([currentLocale()], { type: "region" }).of(country) ?? country,
				})}
				action={<To path={STRIPE}>{t("dashboard.unpaidAction")}</To>}
			>
				{t("dashboard.unpaidText")}
			</Alert>
		);
	const { balance, otherBalances, chargesEnabled } = data.cardPayouts;
	const isHeld = [balance, ...otherBalances.map(({ amount }) => amount)].some(
		(amount) => Number(amount) > 0,
	);
	if (isHeld && !chargesEnabled)
		return (
			<Alert
				tone="info"
				title={t("dashboard.balanceTitle", {
					balance: formatSums(balance, data.currency, otherBalances),
				})}
				action={
					<To path={STRIPE} tone="primary">
						{t("dashboard.balanceAction")}
					</To>
				}
			>
				{t("dashboard.balanceText")}
			</Alert>
		);
	if (!isUnset) return null;
	const isAddable = canAddDirect(data, data.currency);
	const directWay = data.currency === DIRECT_CURRENCY ? "cashApp" : "link";
	const isClosed = shares?.some(
		({ pricing, price, currency, selling }) =>
			selling &&
			// Direct payments would help here.
			canAddDirect(data, currency) &&
			!canBeHad({ pricing, priceCents: centsOf(price) ?? 0, currency }, takenWays(data)),
	);
	const path = !data.acceptsCards ? STRIPE : isClosed ? DIRECT : paths.paymentSetup;
	return (
		<Alert
			tone="warning"
			title={t("dashboard.paymentTitle")}
			action={
				<To path={path} tone="primary">
					{t("dashboard.paymentAction")}
				</To>
			}
		>
			{t(
				!data.acceptsCards
					? "dashboard.paymentRefused"
					: isClosed
						? "dashboard.paymentNeeded"
						: `dashboard.paymentText.${isAddable ? directWay : "none"}`,
			)}
		</Alert>
	);
}

function VerifyEmail() {
	const t = useTexts();
	const user = useCreator();
	const limits = useStorageLimits();
	const [isSent, setSent] = useState(false);
	const { pending, run } = useAction(async () => {
		await sendVerification();
		setSent(true);
		toast({ tone: "good", title: t("dashboard.verifySent") });
	}, t("dashboard.verifyFailed"));
	if (user.emailVerified) return null;
	return (
		<Alert
			tone="info"
			title={t("dashboard.verifyTitle")}
			action={
				!isSent && (
					<Button size="sm" pending={pending && t("dashboard.verifySending")} onClick={run}>
						{t("dashboard.verifyAction")}
					</Button>
				)
			}
		>
			{t("dashboard.verifyText", {
				email: user.email,
				limit: formatSize(limits[user.plan]),
			})}
		</Alert>
	);
}
