import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ArrowLeft } from "../../ui/icons/arrow-left.ts";
import { ActivityCard } from "./activity-card.tsx";
import { AddressCard } from "./address-card.tsx";
import { CreatorPageCard } from "./creator-page-card.tsx";
import { DataCard } from "./data-card.tsx";
import { InvoiceCard } from "./invoice-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { ProfileCard } from "./profile-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";
import { useTexts } from "./texts.ts";
import { TokensCard } from "./tokens-card.tsx";
import { TotpCard } from "./totp-card.tsx";
import { WebhooksCard } from "./webhooks/webhooks-card.tsx";

/** The creator's plan, payout settings, and account. */
export function SettingsPage() {
	const t = useTexts();
	usePage(t("settings.title"));
	return (
		<div className="gutters max-w-reading py-8 lg:py-10">
			<Link to={paths.dashboard} className={`${buttonClass("quiet", "sm")} -ms-3`}>
				<Icon of={ArrowLeft} />
				{t("settings.back")}
			</Link>
			<h1 className="mt-3 mb-8 text-28 sm:text-40">{t("settings.title")}</h1>
			<div className="flex flex-col gap-6">
				<SubscriptionCard />
				<PaymentCard />
				<ProfileCard />
				<InvoiceCard />
				<CreatorPageCard />
				<AddressCard />
				<PasswordCard />
				<TotpCard />
				<PasskeysCard />
				<SessionsCard />
				<TokensCard />
				<WebhooksCard />
				<ActivityCard />
				<DataCard />
			</div>
		</div>
	);
}
