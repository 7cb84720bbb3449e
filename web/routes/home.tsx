import { lazy } from "react";
import { paths } from "../lib/addresses/paths.ts";
import { mayBeSignedIn } from "../lib/server/queries/session.ts";
import { useSession } from "../lib/session/session.tsx";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { PageSpinner } from "../ui/spinner.tsx";

const importDashboard = () => import("./dashboard.tsx");
/** Loads the landing page. */
export const importLanding = () => import("../features/landing/landing-page.tsx");
const Dashboard = lazy(importDashboard);
const Landing = lazy(async () => ({ default: (await importLanding()).LandingPage }));

// Known before React has started, so its chunk is requested at once. If that fails, it is requested
// again, and the failure shown, when it is rendered.
if (!import.meta.env.SSR && location.pathname === paths.home && mayBeSignedIn())
	importDashboard().catch(() => undefined);

/** The dashboard for creators, the landing page for everyone else. */
export default function HomeRoute() {
	const t = useCommonTexts();
	const { user, isLoading } = useSession();
	if (isLoading) return <PageSpinner label={t("common.loading")} />;
	return user ? <Dashboard /> : <Landing />;
}
