import type { PaymentStatus } from "../../../worker/contract/payments.ts";
import { formatMoney } from "../../lib/format.ts";
import { setUpCardPayouts } from "../../lib/queries/payment-status.ts";
import { useCreator } from "../../lib/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ExternalLink } from "../../ui/icons/external-link.ts";
import { useTexts } from "./texts.ts";
import { useAction } from "./use-action.ts";
import { VerifyFirst } from "./verify-first.tsx";

/** Where card payments go: to the creator's own Stripe account, or held until there is one. */
export function CardPayouts({ status }: { status: PaymentStatus }) {
	const t = useTexts();
	const { pending, run } = useAction(
		async () => {
			const { url } = await setUpCardPayouts();
			location.assign(url);
		},
		{ title: t("settings.connectFailed"), fallback: t("settings.tryAgain") },
	);
	const { emailVerified } = useCreator();
	const { balance, connected, chargesEnabled } = status.cardPayouts;
	const isReady = connected && chargesEnabled;
	const about = () => {
		if (Number(balance) < 0)
			return t("settings.cardsDebt", { debt: formatMoney(balance.replace("-", "")) });
		if (!status.acceptsCards) return t("settings.cardsRefused");
		if (isReady) return t("settings.cardsReady");
		return t(connected ? "settings.cardsUnfinished" : "settings.cardsNot");
	};
	return (
		<div className="flex flex-wrap items-start justify-between gap-4">
			<div className="min-w-0 flex-1 basis-64">
				<h3 className="font-semibold">{t("settings.cards")}</h3>
				<p className="text-muted">{about()}</p>
				{Number(balance) > 0 && (
					<p className="tabular mt-2 font-medium">
						{t("settings.cardsBalance", { balance: formatMoney(balance) })}
					</p>
				)}
			</div>
			{isReady ? (
				<Badge tone="good">{t("settings.connected")}</Badge>
			) : !emailVerified ? (
				<VerifyFirst>{t("settings.verifyCards")}</VerifyFirst>
			) : (
				<Button
					icon={<Icon of={ExternalLink} />}
					pending={pending && t("settings.connecting")}
					onClick={run}
				>
					{t(connected ? "settings.connectGoOn" : "settings.connect")}
				</Button>
			)}
		</div>
	);
}
