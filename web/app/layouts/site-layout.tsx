import { useEffect } from "react";
import { Outlet, useLocation, useNavigationType } from "react-router-dom";
import { scrollToHash } from "../../lib/page/page.ts";
import { Screen, SkipLink } from "./frame.tsx";
import { SiteHeader } from "./site-header.tsx";

export function SiteLayout() {
	const { pathname, hash } = useLocation();
	const move = useNavigationType();
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
			<Screen pageKey={pathname}>
				<Outlet />
			</Screen>
		</>
	);
}
