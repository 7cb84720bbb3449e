import { lazy } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { AUTHORIZE_PATH } from "../../worker/contract/accounts/authorize-path.ts";
import { paths } from "../lib/addresses/paths.ts";
import Home, { importLanding } from "../routes/home.tsx";
import { BareLayout } from "./layouts/bare-layout.tsx";
import { BuyerLayout } from "./layouts/buyer-layout.tsx";
import { SiteLayout } from "./layouts/site-layout.tsx";
import { Protected } from "./protected.tsx";
import { handleOf, slugOf } from "./slug.ts";
import { useEntryQuery } from "./use-entry-query.ts";

const importAuth = () => import("../routes/auth.tsx");
const Auth = lazy(importAuth);
const ResetPassword = lazy(() => import("../routes/reset-password.tsx"));
const VerifyEmail = lazy(() => import("../routes/verify-email.tsx"));
const ConfirmAddress = lazy(() => import("../routes/confirm-address.tsx"));
const Dashboard = lazy(() => import("../routes/dashboard.tsx"));
const EditShare = lazy(() => import("../routes/edit-share.tsx"));
const Sales = lazy(() => import("../routes/sales.tsx"));
const Analytics = lazy(() => import("../routes/analytics.tsx"));
const Discounts = lazy(() => import("../routes/discounts.tsx"));
const NewBundle = lazy(() => import("../routes/new-bundle.tsx"));
const Customers = lazy(() => import("../routes/customers.tsx"));
const ConfirmCorrection = lazy(() => import("../routes/confirm-correction.tsx"));
const Upload = lazy(() => import("../routes/upload.tsx"));
const Settings = lazy(() => import("../routes/settings.tsx"));
const Confirm = lazy(() => import("../routes/confirm.tsx"));
const Authorize = lazy(() => import("../routes/authorize.tsx"));
const Decisions = lazy(() => import("../routes/decisions.tsx"));
const PaymentSetup = lazy(() => import("../routes/payment-setup.tsx"));
const Subscribe = lazy(() => import("../routes/subscribe.tsx"));
const importTerms = () => import("../routes/terms.tsx");
const importPrivacy = () => import("../routes/privacy.tsx");
const Terms = lazy(importTerms);
const Privacy = lazy(importPrivacy);
const Support = lazy(() => import("../routes/support.tsx"));
const Report = lazy(() => import("../routes/report.tsx"));
const Receipt = lazy(() => import("../routes/receipt.tsx"));
const Purchases = lazy(() => import("../routes/purchases.tsx"));
const Withdraw = lazy(() => import("../routes/withdraw.tsx"));
const Claim = lazy(() => import("../routes/claim.tsx"));
const Share = lazy(() => import("../routes/share.tsx"));
const Creator = lazy(() => import("../routes/creator.tsx"));
const Payment = lazy(() => import("../routes/payment.tsx"));
const DirectPayment = lazy(() => import("../routes/payment-direct.tsx"));
const NotFound = lazy(() => import("../routes/not-found.tsx"));

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
				<Route path={paths.payment(":shareId")} element={<Payment />} />
				<Route path={paths.directPayment(":shareId")} element={<DirectPayment />} />
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
