import { currencyWords } from "../../../lib/i18n/currency-names.ts";
import { usePage } from "../../../lib/page/page.ts";
import { usePaymentStatus } from "../../../lib/server/queries/payment-status.ts";
import { Fold } from "../../../ui/fold.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useTexts as useSettingsTexts } from "../texts.ts";
import { useScrollTo } from "../use-scroll-to.ts";
import { CurrencyChoice } from "./currency-choice.tsx";
import { DirectCard } from "./direct-card.tsx";
import { useTexts } from "./payment-setup-texts.ts";
import { StripeCard } from "./stripe-card.tsx";

/** The id of the card that banners link to. */
export function PaymentSetupPage() {
	const t = useTexts();
	const settings = useSettingsTexts();
	usePage(t("paymentSetup.title"));
	const query = usePaymentStatus();
	useScrollTo("stripe", query.data !== undefined);
	useScrollTo("direct", query.data !== undefined);
	return (
		<div className="gutters flex max-w-content flex-col gap-6 py-8 lg:py-10">
			<header>
				<h1 className="text-28">{t("paymentSetup.title")}</h1>
				<p className="mt-1 text-muted">{t("paymentSetup.lead")}</p>
			</header>
			<Loaded of={query}>
				{(status) => (
					<>
						<div className="grid items-start gap-6 lg:grid-cols-2">
							<StripeCard status={status} />
							<DirectCard status={status} />
						</div>
						<Fold
							summaryClass="text-muted"
							title={`${settings("settings.currency")}: ${currencyWords(status.currency)}`}
						>
							<CurrencyChoice status={status} />
						</Fold>
					</>
				)}
			</Loaded>
		</div>
	);
}
