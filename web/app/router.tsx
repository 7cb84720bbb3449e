import { type ComponentType, lazy } from "react";
import { Route, Routes, useLocation, useParams } from "react-router-dom";
import { AUTHORIZE_PATH } from "../../worker/accounts/applications/contract/authorize-path.ts";
import { paths } from "../lib/addresses/paths.ts";
import Home, { importLanding } from "../routes/home.tsx";
import { BareLayout } from "./layouts/bare-layout.tsx";
import { BuyerLayout } from "./layouts/buyer-layout.tsx";
import { SiteLayout } from "./layouts/site-layout.tsx";
import { Protected } from "./protected.tsx";
import { handleOf, slugOf } from "./slug.ts";
import { useEntryQuery } from "./use-entry-query.ts";

/** A screen in a chunk of its own, by the name of its component. */
const screen = <Name extends string, Props>(
	load: () => Promise<Record<Name, ComponentType<Props>>>,
	name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

const importAuth = () => import("../features/auth/auth-page.tsx");
const Auth = screen(importAuth, "AuthPage");
const ResetPassword = screen(
	() => import("../features/auth/reset-password-page.tsx"),
	"ResetPasswordPage",
);
const VerifyEmail = screen(
	() => import("../features/auth/verify-email-page.tsx"),
	"VerifyEmailPage",
);
const ConfirmAddress = screen(
	() => import("../features/auth/confirm-address-page.tsx"),
	"ConfirmAddressPage",
);
const Dashboard = lazy(() => import("../routes/dashboard.tsx"));
const EditShare = screen(
	() => import("../features/edit-share/edit-share-page.tsx"),
	"EditSharePage",
);
const Sales = screen(() => import("../features/dashboard/sales-page.tsx"), "SalesPage");
const Analytics = screen(() => import("../features/analytics/analytics-page.tsx"), "AnalyticsPage");
const Discounts = screen(() => import("../features/discounts/discounts-page.tsx"), "DiscountsPage");
const NewBundle = screen(() => import("../features/bundles/new-bundle-page.tsx"), "NewBundlePage");
const Choices = screen(() => import("../features/choices/choices-page.tsx"), "ChoicesPage");
const Customers = screen(() => import("../features/customers/customers-page.tsx"), "CustomersPage");
const ConfirmCorrection = screen(
	() => import("../features/purchases/confirm-correction-page.tsx"),
	"ConfirmCorrectionPage",
);
const Upload = lazy(() => import("../routes/upload.tsx"));
const Settings = screen(() => import("../features/settings/settings-page.tsx"), "SettingsPage");
const Confirm = screen(() => import("../features/confirm/confirm-page.tsx"), "ConfirmPage");
const Authorize = screen(() => import("../features/settings/authorize-page.tsx"), "AuthorizePage");
const Decisions = screen(() => import("../features/decisions/decisions-page.tsx"), "DecisionsPage");
const PaymentSetup = screen(
	() => import("../features/settings/getting-paid/payment-setup-page.tsx"),
	"PaymentSetupPage",
);
const Subscribe = screen(() => import("../features/subscribe/subscribe-page.tsx"), "SubscribePage");
const importTerms = () => import("../features/legal/terms-page.tsx");
const importPrivacy = () => import("../features/legal/privacy-page.tsx");
const Terms = screen(importTerms, "TermsPage");
const Privacy = screen(importPrivacy, "PrivacyPage");
const Support = screen(() => import("../features/support/support-page.tsx"), "SupportPage");
const Report = screen(() => import("../features/report/report-page.tsx"), "ReportPage");
const Receipt = screen(() => import("../features/purchases/receipt-page.tsx"), "ReceiptPage");
const Purchases = screen(() => import("../features/purchases/purchases-page.tsx"), "PurchasesPage");
const Withdraw = screen(
	() => import("../features/withdrawal/withdrawal-page.tsx"),
	"WithdrawalPage",
);
const Claim = screen(() => import("../features/claims/claim-page.tsx"), "ClaimPage");
const Share = lazy(() => import("../routes/share.tsx"));
const Creator = screen(() => import("../features/creator-page/creator-page.tsx"), "CreatorPage");
const Payment = screen(() => import("../features/checkout/payment-page.tsx"), "PaymentPage");
const DirectPayment = screen(
	() => import("../features/direct-payment/direct-payment-page.tsx"),
	"DirectPaymentPage",
);
const NotFound = screen(() => import("../features/not-found/not-found-page.tsx"), "NotFoundPage");

export const PRERENDERED_SCREENS: Readonly<Record<string, () => Promise<unknown>>> = {
	[paths.home]: importLanding,
	[paths.auth]: importAuth,
	[paths.terms]: importTerms,
	[paths.privacy]: importPrivacy,
};

export function Router() {
	useEntryQuery();
	const { pathname, search } = useLocation();
	return (
		<Routes>
			<Route element={<SiteLayout />}>
				<Route path={paths.home} element={<Home />} />
				<Route path={paths.auth} element={<Auth />} />
				<Route path={paths.resetPassword} element={<ResetPassword />} />
				<Route path={paths.verifyEmail} element={<VerifyEmail />} />
				<Route path={paths.confirmAddress} element={<ConfirmAddress />} />
				<Route path={paths.terms} element={<Terms />} />
				<Route path={paths.privacy} element={<Privacy />} />
				<Route path={paths.support} element={<Support />} />
				<Route path={paths.report} element={<Report />} />
				<Route path={paths.receipt} element={<Receipt />} />
				<Route path={paths.purchases} element={<Purchases />} />
				<Route path={paths.withdraw} element={<Withdraw />} />
				<Route path={paths.confirmCorrection} element={<ConfirmCorrection />} />
				<Route path={paths.claim} element={<Claim />} />
				<Route element={<Protected />}>
					<Route path={paths.dashboard} element={<Dashboard />} />
					<Route path={paths.edit(":shareId")} element={<EditShare />} />
					<Route path={paths.sales(":shareId")} element={<Sales />} />
					<Route path={paths.choicesOf(":shareId")} element={<Choices />} />
					<Route path={paths.allSales} element={<Sales />} />
					<Route path={paths.analytics} element={<Analytics />} />
					<Route path={paths.discounts} element={<Discounts />} />
					<Route path={paths.newBundle} element={<NewBundle />} />
					<Route path={paths.customers} element={<Customers />} />
					<Route path={paths.upload} element={<Upload />} />
					<Route path={paths.settings} element={<Settings />} />
					<Route path={paths.settingsAccount} element={<Settings />} />
					<Route path={paths.settingsSecurity} element={<Settings />} />
					<Route path={paths.settingsPage} element={<Settings />} />
					<Route path={paths.settingsPrograms} element={<Settings />} />
					<Route path={paths.confirm} element={<Confirm />} />
					<Route path={AUTHORIZE_PATH} element={<Authorize />} />
					<Route path={paths.decisions} element={<Decisions />} />
					<Route path={paths.paymentSetup} element={<PaymentSetup />} />
				</Route>
				<Route path="*" element={<NotFound />} />
			</Route>
			<Route element={<BareLayout />}>
				<Route path={paths.subscribe} element={<Subscribe />} />
				<Route path={paths.payment(":shareId")} element={<WithSlug of={Payment} />} />
				<Route path={paths.directPayment(":shareId")} element={<WithSlug of={DirectPayment} />} />
			</Route>
			<Route
				path={paths.share(":shareId")}
				element={
					<BuyerLayout>
						<Share slug={slugOf(pathname)} search={search} inlined={null} />
					</BuyerLayout>
				}
			/>
			<Route
				path={paths.creator(":handle")}
				element={
					<BuyerLayout>
						<Creator handle={handleOf(pathname)} inlined={null} />
					</BuyerLayout>
				}
			/>
		</Routes>
	);
}

function WithSlug({ of: Page }: { of: ComponentType<{ slug: string }> }) {
	const { shareId: slug = "" } = useParams();
	return <Page slug={slug} />;
}
