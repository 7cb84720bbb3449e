import { lazy } from "react";
import { useCommonTexts } from "../lib/common-texts.ts";
import { useSession } from "../lib/session.tsx";
import { PageSpinner } from "../ui/spinner.tsx";

const Dashboard = lazy(() => import("./dashboard.tsx"));
const Landing = lazy(async () => ({
	default: (await import("../features/landing/landing-page.tsx")).LandingPage,
}));

/** The dashboard for creators, the landing page for everybody else. */
export default function HomeRoute() {
	const t = useCommonTexts();
	const { user, isLoading } = useSession();
	if (isLoading) return <PageSpinner label={t("common.loading")} />;
	return user ? <Dashboard /> : <Landing />;
}
