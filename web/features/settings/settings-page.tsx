import { NavLink, useLocation } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { classes } from "../../ui/classes.ts";
import { Strip } from "../../ui/strip.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { AddressCard } from "./address-card.tsx";
import { ApplicationsCard } from "./applications-card.tsx";
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

const PLAN = {
	path: paths.settings,
	label: "settings.navPlan",
	cards: (
		<>
			<SubscriptionCard />
			<PaymentCard />
		</>
	),
} as const;

const SECTIONS = [
	PLAN,
	{
		path: paths.settingsAccount,
		label: "settings.navAccount",
		cards: (
			<>
				<ProfileCard />
				<AddressCard />
				<InvoiceCard />
				<DataCard />
			</>
		),
	},
	{
		path: paths.settingsSecurity,
		label: "settings.navSecurity",
		cards: (
			<>
				<PasswordCard />
				<TotpCard />
				<PasskeysCard />
				<SessionsCard />
				<ActivityCard />
			</>
		),
	},
	{ path: paths.settingsPage, label: "settings.navPage", cards: <CreatorPageCard /> },
	{
		path: paths.settingsPrograms,
		label: "settings.navPrograms",
		cards: (
			<>
				<TokensCard />
				<ApplicationsCard />
				<WebhooksCard />
			</>
		),
	},
] as const;

export function SettingsPage() {
	const t = useTexts();
	const { pathname } = useLocation();
	const { label, cards } = SECTIONS.find(({ path }) => path === pathname) ?? PLAN;
	usePage(`${t(label)} – ${t("settings.title")}`);
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			<BackLink to={paths.dashboard}>{t("settings.back")}</BackLink>
			<h1 className="mt-2 mb-6 text-28">{t("settings.title")}</h1>
			<div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,var(--container-reading))]">
				<nav aria-label={t("settings.title")} className="min-w-0">
					<Strip current={pathname} className="gap-1 max-lg:bleeds lg:flex-col">
						{SECTIONS.map((section) => (
							<li key={section.path}>
								<NavLink
									end
									to={section.path}
									className={({ isActive }) =>
										classes(
											"flex min-h-11 items-center rounded-control px-3 font-medium whitespace-nowrap -outline-offset-2",
											isActive ? "bg-faint text-ink" : "text-muted hover:text-ink",
										)
									}
								>
									{t(section.label)}
								</NavLink>
							</li>
						))}
					</Strip>
				</nav>
				<div className="flex min-w-0 flex-col gap-6">{cards}</div>
			</div>
		</div>
	);
}
