import { Outlet, useLocation } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { Screen, SkipLink } from "./frame.tsx";

export function BareLayout() {
	const t = useCommonTexts();
	const { pathname } = useLocation();
	return (
		<>
			<SkipLink />
			<header className="gutters flex min-h-16 max-w-content items-center">
				<a href={paths.home} aria-label={t("common.home")} className="rounded-control">
					<Wordmark />
				</a>
			</header>
			<Screen pageKey={pathname}>
				<Outlet />
			</Screen>
		</>
	);
}
