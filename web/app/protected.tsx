import { Navigate, Outlet, useLocation } from "react-router-dom";
import { paths } from "../lib/addresses/paths.ts";
import { useSession } from "../lib/session/session.tsx";
import { PageSpinner } from "../ui/spinner.tsx";
import { useShellTexts } from "./texts.ts";

export function Protected() {
	const t = useShellTexts();
	const { user, isLoading } = useSession();
	const location = useLocation();
	if (isLoading) return <PageSpinner label={t("shell.loading")} />;
	if (!user)
		return (
			<Navigate to={paths.auth} replace state={{ from: location.pathname + location.search }} />
		);
	return <Outlet />;
}
