import { useEffect } from "react";
import { Outlet, useLocation, useNavigationType } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { scrollToHash } from "../../lib/page/page.ts";
import { useSession } from "../../lib/session/session.tsx";
import { Screen, SkipLink } from "./frame.tsx";
import { SiteHeader } from "./site-header.tsx";

const WITH_NOTICE: readonly string[] = [paths.home, paths.terms, paths.privacy];

export function SiteLayout() {
	const { pathname, hash } = useLocation();
	const move = useNavigationType();
	const { user } = useSession();
	const isDashboard = pathname === paths.home && user !== null;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new page, not a new way of moving
	useEffect(() => {
		// On back navigation the browser restores the scroll position itself.
		if (move !== "POP" && !hash) window.scrollTo(0, 0);
	}, [pathname]);
	// A screen that is still loading does this itself once it is shown (lib/page.ts).
	useEffect(() => scrollToHash(hash), [hash]);
	return (
		<>
			<SkipLink />
			<SiteHeader />
			<Screen pageKey={pathname} hasNotice={WITH_NOTICE.includes(pathname) && !isDashboard}>
				<Outlet />
			</Screen>
		</>
	);
}
