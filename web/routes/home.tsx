import { lazy } from "react";
import { useCommonTexts } from "../lib/common-texts.ts";
import { paths } from "../lib/paths.ts";
import { mayBeSignedIn } from "../lib/queries/session.ts";
import { useSession } from "../lib/session.tsx";
import { PageSpinner } from "../ui/spinner.tsx";

const importDashboard = () => import("./dashboard.tsx");
const importLanding = () => import("../features/landing/landing-page.tsx");
const Dashboard = lazy(importDashboard);
const Landing = lazy(async () => ({ default: (await importLanding()).LandingPage }));

// Which of the two it will be is known before React has started, so its chunk is requested at once. If
// that fails, it is requested again, and the failure shown, when it is rendered.
if (location.pathname === paths.home)
	(mayBeSignedIn() ? importDashboard() : importLanding()).catch(() => undefined);

/** The dashboard for creators, the landing page for everyone else. */
export default function HomeRoute() {
	const t = useCommonTexts();
	const { user, isLoading } = useSession();
	if (isLoading) return <PageSpinner label={t("common.loading")} />;
	return user ? <Dashboard /> : <Landing />;
}
