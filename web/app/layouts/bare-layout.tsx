import { Outlet, useLocation } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { useShellTexts } from "../texts.ts";
import { Screen, SkipLink } from "./frame.tsx";

export function BareLayout() {
	const t = useShellTexts();
	const { pathname } = useLocation();
	return (
		<>
			<SkipLink />
			<header className="gutters flex min-h-16 max-w-content items-center">
				<a href={paths.home} aria-label={t("shell.home")} className="rounded-control">
					<Wordmark />
				</a>
			</header>
			<Screen pageKey={pathname}>
				<Outlet />
			</Screen>
		</>
	);
}
