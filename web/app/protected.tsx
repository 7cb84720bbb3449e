import { Navigate, Outlet, useLocation } from "react-router-dom";
import { paths } from "../lib/addresses/paths.ts";
import { useSession } from "../lib/session/session.tsx";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { PageSpinner } from "../ui/spinner.tsx";

export function Protected() {
	const t = useCommonTexts();
	const { user, isLoading } = useSession();
	const location = useLocation();
	if (isLoading) return <PageSpinner label={t("common.loading")} />;
	if (!user)
		return (
			<Navigate to={paths.auth} replace state={{ from: location.pathname + location.search }} />
		);
	return <Outlet />;
}
