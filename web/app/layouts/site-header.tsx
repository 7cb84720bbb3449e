import FileUp from "icons:file-up";
import LogOut from "icons:log-out";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { signOut } from "../../lib/server/queries/session.ts";
import { useSession } from "../../lib/session/session.tsx";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { useAction } from "../../ui/use-action.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { useTexts } from "./navigation-texts.ts";

/** Settings and the upload have a way back of their own, instead of the main navigation. */
export function SiteHeader() {
	const t = useTexts();
	const common = useCommonTexts();
	const { user, isLoading } = useSession();
	const { pathname } = useLocation();
	const hasOwnWay = pathname.startsWith(paths.settings) || pathname === paths.upload;
	return (
		<header className="border-line border-b print:hidden">
			<div
				className={classes(
					"gutters flex min-h-16 flex-wrap items-center justify-between gap-x-3 lg:flex-nowrap lg:gap-x-8",
					pathname === paths.upload ? "max-w-wide" : "max-w-content",
				)}
			>
				<Link to={paths.home} aria-label={common("common.home")} className="my-2 rounded-control">
					<Wordmark />
				</Link>
				{isLoading ? null : user ? (
					<>
						{!hasOwnWay && <CreatorNav />}
						<div className="flex items-center gap-1 py-2">
							{!hasOwnWay && !user.suspended && (
								<Link to={paths.upload} className={buttonClass("primary", "sm")}>
									<Icon of={FileUp} size={18} className="max-[22.5rem]:hidden" />
									{t("navigation.upload")}
								</Link>
							)}
							<Logout />
						</div>
					</>
				) : (
					<VisitorNav />
				)}
			</div>
		</header>
	);
}

function VisitorNav() {
	const t = useTexts();
	return (
		<nav aria-label={t("navigation.mainNav")} className="flex flex-wrap items-center gap-1 py-2">
			<Link to={`${paths.home}#plans`} className={`${buttonClass("quiet", "sm")} max-sm:hidden`}>
				{t("navigation.plans")}
			</Link>
			<Link to={paths.auth} className={buttonClass("quiet", "sm")}>
				{t("navigation.signIn")}
			</Link>
			<Link to={paths.signUp} className={`${buttonClass("primary", "sm")} max-[25rem]:hidden`}>
				{t("navigation.startSelling")}
			</Link>
		</nav>
	);
}

const WAYS = [
	{ to: paths.dashboard, label: "navigation.shares", at: /^\/(?:$|dashboard|bundles)(?!\/sales)/ },
	{ to: paths.allSales, label: "navigation.sales", at: /^\/(?:dashboard\/)?sales/ },
	{ to: paths.customers, label: "navigation.customers", at: /^\/customers/ },
	{ to: paths.analytics, label: "navigation.analytics", at: /^\/analytics/ },
	{ to: paths.discounts, label: "navigation.discounts", at: /^\/discounts/ },
	{ to: paths.settings, label: "navigation.settings", at: /^\/payment-setup/ },
] as const;

/** On phones a strip below, which scrolls sideways. */
function CreatorNav() {
	const t = useTexts();
	const { pathname } = useLocation();
	const current = WAYS.find(({ at }) => at.test(pathname))?.to;
	const strip = useRef<HTMLUListElement>(null);
	useEffect(() => {
		const link = current && strip.current?.querySelector("[aria-current]");
		if (link) link.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [current]);
	return (
		<nav
			aria-label={t("navigation.mainNav")}
			className="order-last w-full min-w-0 max-lg:border-line max-lg:border-t lg:order-none lg:me-auto lg:w-auto"
		>
			<ul ref={strip} className="-mx-3 flex overflow-x-auto [scrollbar-width:none]">
				{WAYS.map(({ to, label }) => (
					<li key={to}>
						<Link
							to={to}
							aria-current={to === current ? "page" : undefined}
							className="relative flex min-h-11 items-center px-3 font-medium whitespace-nowrap text-muted -outline-offset-2 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink aria-[current]:text-ink aria-[current]:after:bg-primary lg:min-h-16"
						>
							{t(label)}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}

function Logout() {
	const t = useTexts();
	const { pending, run } = useAction(async () => {
		await signOut();
		// A full page load: no data of this creator stays in memory, and no protected screen redirects first.
		location.assign(paths.home);
	}, t("navigation.logoutFailed"));
	return (
		<Button
			tone="quiet"
			size="sm"
			className="px-2.5 sm:px-3"
			icon={<Icon of={LogOut} />}
			pending={pending && <span className="max-xl:sr-only">{t("navigation.logoutPending")}</span>}
			onClick={run}
		>
			<span className="max-xl:sr-only">{t("navigation.logout")}</span>
		</Button>
	);
}
