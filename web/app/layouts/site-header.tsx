import FileUp from "icons:file-up";
import LogOut from "icons:log-out";
import { Link, useLocation } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { signOut } from "../../lib/server/queries/session.ts";
import { useSession } from "../../lib/session/session.tsx";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Strip } from "../../ui/strip.tsx";
import { useAction } from "../../ui/use-action.ts";
import { Wordmark } from "../../ui/wordmark.tsx";
import { useTexts } from "./navigation-texts.ts";

export function SiteHeader() {
	const common = useCommonTexts();
	const { user, isLoading } = useSession();
	return (
		<header className="border-line border-b print:hidden">
			<div className="gutters flex min-h-16 max-w-content flex-wrap items-center justify-between gap-x-3 lg:flex-nowrap lg:gap-x-8">
				<Link to={paths.home} aria-label={common("common.home")} className="my-2 rounded-control">
					<Wordmark />
				</Link>
				{isLoading ? null : user ? <CreatorNav suspended={user.suspended} /> : <VisitorNav />}
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
	{ to: paths.settings, label: "navigation.settings", at: /^\/(?:settings|payment-setup)/ },
] as const;

function CreatorNav({ suspended }: { suspended: boolean }) {
	const t = useTexts();
	const { pathname } = useLocation();
	const logout = useLogout();
	return (
		<>
			<MainNav />
			<div className="flex items-center gap-1 py-2">
				{pathname !== paths.upload && !suspended && (
					<Link to={paths.upload} className={buttonClass("primary", "sm")}>
						<Icon of={FileUp} size={18} className="max-[22.5rem]:hidden" />
						{t("navigation.upload")}
					</Link>
				)}
				<Button
					tone="quiet"
					size="sm"
					className="px-2.5 sm:px-3"
					icon={<Icon of={LogOut} />}
					pending={
						logout.pending && (
							<span className="max-xl:sr-only">{t("navigation.logoutPending")}</span>
						)
					}
					onClick={logout.run}
				>
					<span className="max-xl:sr-only">{t("navigation.logout")}</span>
				</Button>
			</div>
		</>
	);
}

/** On phones below the header's first line. */
function MainNav() {
	const t = useTexts();
	const { pathname } = useLocation();
	const current = WAYS.find(({ at }) => at.test(pathname))?.to;
	return (
		<nav
			aria-label={t("navigation.mainNav")}
			className="order-last min-w-0 max-lg:bleeds max-lg:border-line max-lg:border-t lg:order-none lg:me-auto"
		>
			<Strip
				current={current}
				className="max-lg:-mx-(--gutter) max-lg:px-[calc(var(--gutter)-0.75rem)] lg:-mx-3"
			>
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
			</Strip>
		</nav>
	);
}

function useLogout() {
	const t = useTexts();
	return useAction(async () => {
		await signOut();
		// A full page load: no data of this creator stays in memory, and no protected screen redirects first.
		location.assign(paths.home);
	}, t("navigation.logoutFailed"));
}
