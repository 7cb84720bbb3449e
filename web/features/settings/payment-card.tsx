import { usePaymentStatus } from "../../lib/server/queries/payment-status.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { CardPayouts } from "./card-payouts.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { DirectWays } from "./direct-ways.tsx";
import { useTexts } from "./texts.ts";

export function PaymentCard() {
	const t = useTexts();
	return (
		<Card id="payment" title={t("settings.payment")}>
			<Loaded of={usePaymentStatus()}>
				{(status) => (
					<>
						{!status.hasPaymentSetup && <Alert className="mb-6">{t("settings.paymentNone")}</Alert>}
						<DirectWays status={status} />
						<hr className="my-6 border-line" />
						<CardPayouts status={status} />
						<hr className="my-6 border-line" />
						<CurrencyChoice status={status} />
					</>
				)}
			</Loaded>
		</Card>
	);
}
