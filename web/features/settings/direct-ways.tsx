import { DIRECT_CURRENCY } from "../../../worker/contract/money.ts";
import type { PaymentStatus } from "../../../worker/contract/payments/payments.ts";
import { currencyWords } from "../../lib/i18n/currency-names.ts";
import { setUpCashApp } from "../../lib/server/queries/payment-status.ts";
import { useOfferTexts } from "../../lib/texts/offer-texts.ts";
import { DirectLinkForm } from "../../shared/direct-link-form.tsx";
import { CheckField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { toast } from "../../ui/toast.ts";
import { useAction } from "../../ui/use-action.ts";
import { CashApp } from "./cash-app.tsx";
import { useTexts } from "./texts.ts";

export function DirectWays({ status }: { status: PaymentStatus }) {
	const offer = useOfferTexts();
	const { currency, cashAppHandle, directLink } = status;
	const takesLinks = status.directLinkHosts.length > 0;
	const isDollars = currency === DIRECT_CURRENCY;
	return (
		<div>
			{takesLinks && !isDollars ? (
				<>
					<DirectLinkForm status={status} />
					<Fold
						className="mt-4"
						summaryClass="text-muted"
						title={offer("offer.cashAppOnly", { currency: currencyWords(currency) })}
					>
						<CashApp status={status} />
					</Fold>
				</>
			) : (
				<>
					<CashApp status={status} />
					{takesLinks && (
						<Fold
							className="mt-4"
							summaryClass="text-muted"
							title={offer(cashAppHandle === null ? "offer.linkInstead" : "offer.linkOther")}
						>
							<DirectLinkForm status={status} />
						</Fold>
					)}
				</>
			)}
			{(cashAppHandle !== null || directLink !== null) && <Terms status={status} />}
		</div>
	);
}

function Terms({ status }: { status: PaymentStatus }) {
	const t = useTexts();
	const { pending, run } = useAction(async (change: Parameters<typeof setUpCashApp>[0]) => {
		await setUpCashApp(change);
		toast({ tone: "good", title: t("settings.saved") });
	}, t("settings.updateFailed"));
	return (
		<Fold
			className="mt-4"
			summaryClass="text-muted"
			title={
				<>
					{t(status.releaseOnConfirmation ? "settings.releasedAtOnce" : "settings.approvedByYou")}
					{" · "}
					{t(status.acceptsCards ? "settings.cardsToo" : "settings.noCards")}
				</>
			}
		>
			<CheckField
				className="mt-3"
				label={t("settings.release")}
				hint={t("settings.releaseHint")}
				checked={status.releaseOnConfirmation}
				onChange={() => run({ releaseOnConfirmation: !status.releaseOnConfirmation })}
				disabled={pending}
			/>
			<CheckField
				className="mt-5"
				label={t("settings.acceptCards")}
				hint={t("settings.acceptCardsHint")}
				checked={status.acceptsCards}
				onChange={() => run({ acceptsCards: !status.acceptsCards })}
				disabled={pending}
			/>
		</Fold>
	);
}
