import { usePaymentStatus } from "../../lib/server/queries/payment-status.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CardPayouts } from "./card-payouts.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { DirectWays } from "./direct-ways.tsx";
import { useTexts } from "./texts.ts";

export function PaymentCard() {
	const t = useTexts();
	const { data } = usePaymentStatus();
	return (
		<Card aria-labelledby="payment">
			<CardHead id="payment" title={t("settings.payment")} />
			{data && !data.hasPaymentSetup && (
				<Alert tone="info" className="mb-6">
					{t("settings.paymentNone")}
				</Alert>
			)}
			{data ? (
				<>
					<DirectWays status={data} />
					<hr className="my-6 border-line" />
					<CardPayouts status={data} />
					<hr className="my-6 border-line" />
					<CurrencyChoice status={data} />
				</>
			) : (
				<Skeleton className="h-64" />
			)}
		</Card>
	);
}
