import { lazy } from "react";
import { paths } from "../lib/addresses/paths.ts";
import { mayBeSignedIn } from "../lib/server/queries/session.ts";
import { useSession } from "../lib/session/session.tsx";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { PageSpinner } from "../ui/spinner.tsx";

const importDashboard = () => import("./dashboard.tsx");
export const importLanding = () => import("../features/landing/landing-page.tsx");
const Dashboard = lazy(importDashboard);
const Landing = lazy(async () => ({ default: (await importLanding()).LandingPage }));

// Known before React has started; a failure is shown when it is rendered.
if (!import.meta.env.SSR && location.pathname === paths.home && mayBeSignedIn())
	importDashboard().catch(() => undefined);

export default function HomeRoute() {
	const t = useCommonTexts();
	const { user, isLoading } = useSession();
	if (isLoading) return <PageSpinner label={t("common.loading")} />;
	return user ? <Dashboard /> : <Landing />;
}
