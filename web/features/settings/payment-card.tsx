import { Link } from "react-router-dom";
import type { PaymentStatus } from "../../../worker/payments/payouts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { usePaymentStatus } from "../../lib/server/queries/payment-status.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { CashApp } from "./cash-app.tsx";
import { useTexts } from "./texts.ts";

/** Everything but the Cash App handle is set on a page of its own. */
export function PaymentCard() {
	const t = useTexts();
	return (
		<Card id="payment" title={t("settings.payment")}>
			<Loaded of={usePaymentStatus()}>
				{(status) => (
					<>
						{!status.hasPaymentSetup && <Alert className="mb-6">{t("settings.paymentNone")}</Alert>}
						<CashApp status={status} />
						<div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-5">
							<div>
								<h3 className="font-semibold">{t("settings.stripe")}</h3>
								<p className="text-muted">{t(stripeState(status))}</p>
							</div>
							<Link to={paths.paymentSetup} className={buttonClass()}>
								{t("settings.gettingPaid")}
							</Link>
						</div>
					</>
				)}
			</Loaded>
		</Card>
	);
}

function stripeState({ acceptsCards, cardPayouts }: PaymentStatus) {
	if (!acceptsCards) return "settings.cardsOff";
	if (!cardPayouts.connected) return "settings.stripeNot";
	return cardPayouts.chargesEnabled ? "settings.connected" : "settings.cardsUnfinished";
}
