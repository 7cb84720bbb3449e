import { useEffect, useState } from "react";
import type { SubscriptionStatus } from "../../../worker/payments/subscriptions/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { refreshSession } from "../../lib/server/queries/session.ts";
import { useSubscription } from "../../lib/server/queries/subscription.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { bankOutcome } from "./bank-outcome.ts";
import { useTexts } from "./texts.ts";

const POLL_INTERVAL_MS = 2_000;
const TIMEOUT_MS = 40_000;

const isRunning = (status: SubscriptionStatus | undefined) =>
	status?.subscribed === true && !status.needsPayment;

/**
 * Reports a payment for Pro after a bank's page has redirected to the dashboard. The server
 * decides; the address only says what to show until then. Its parameters, which identify the
 * payment, are removed once the page is shown, since React may render it more than once.
 */
export function BankReturn() {
	const t = useTexts();
	const [hasFailed] = useState(() => bankOutcome(location.search) === "failed");
	const [isLate, setLate] = useState(false);
	const { data: status } = useSubscription({
		dedupingInterval: 1_000,
		refreshInterval: (latest) =>
			!hasFailed && !isLate && !isRunning(latest) ? POLL_INTERVAL_MS : 0,
	});
	const isActive = isRunning(status);
	useEffect(() => {
		if (bankOutcome(location.search) !== null)
			history.replaceState(history.state, "", location.pathname);
		const timer = setTimeout(() => setLate(true), TIMEOUT_MS);
		return () => clearTimeout(timer);
	}, []);
	useEffect(() => {
		if (isActive) void refreshSession();
	}, [isActive]);

	if (isActive)
		return (
			<Alert tone="good" live title={t("subscribe.activated")}>
				{t("subscribe.activatedText")}
			</Alert>
		);
	if (!hasFailed && !isLate)
		return (
			<Alert live title={t("subscribe.activatingTitle")}>
				{t("subscribe.activating")}
			</Alert>
		);
	return (
		<Alert
			tone={hasFailed ? "danger" : "warning"}
			live
			title={t(hasFailed ? "subscribe.paymentFailed" : "subscribe.paymentUnknown")}
			action={
				<a href={paths.subscribe} className={buttonClass("plain", "sm")}>
					{t("subscribe.retry")}
				</a>
			}
		>
			{t(hasFailed ? "subscribe.bankRefused" : "subscribe.paymentUnknownText")}
		</Alert>
	);
}
