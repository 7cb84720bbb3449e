import LayoutDashboard from "icons:layout-dashboard";
import LogOut from "icons:log-out";
import Settings from "icons:settings";
import Upload from "icons:upload";
import Users from "icons:users";
import { Link, NavLink } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { signOut } from "../../lib/server/queries/session.ts";
import { useSession } from "../../lib/session/session.tsx";
import { useCommonTexts } from "../../lib/texts/common-texts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useAction } from "../../ui/use-action.ts";
import { Wordmark } from "../../ui/wordmark.tsx";

export function SiteHeader() {
	const t = useCommonTexts();
	const { user, isLoading } = useSession();
	return (
		<header className="border-line border-b print:hidden">
			<div className="gutters flex min-h-16 max-w-content flex-wrap items-center justify-between gap-x-3 py-2">
				<Link to={paths.home} aria-label={t("common.home")} className="rounded-control">
					<Wordmark />
				</Link>
				{isLoading ? null : user ? <CreatorNav /> : <VisitorNav />}
			</div>
		</header>
	);
}

function VisitorNav() {
	const t = useCommonTexts();
	return (
		<nav aria-label={t("common.mainNav")} className="flex flex-wrap items-center gap-1">
			<Link to={`${paths.home}#plans`} className={`${buttonClass("quiet", "sm")} max-sm:hidden`}>
				{t("common.plans")}
			</Link>
			<Link to={paths.auth} className={buttonClass("quiet", "sm")}>
				{t("common.signIn")}
			</Link>
			<Link to={paths.signUp} className={`${buttonClass("primary", "sm")} max-[25rem]:hidden`}>
				{t("common.startSelling")}
			</Link>
		</nav>
	);
}

const WAYS = [
	{ to: paths.dashboard, label: "common.dashboard", icon: LayoutDashboard },
	{ to: paths.customers, label: "common.customers", icon: Users },
	{ to: paths.upload, label: "common.upload", icon: Upload },
	{ to: paths.settings, label: "common.settings", icon: Settings },
] as const;

function CreatorNav() {
	const t = useCommonTexts();
	return (
		<nav aria-label={t("common.mainNav")} className="flex flex-wrap items-center gap-0.5 sm:gap-1">
			{WAYS.map(({ to, label, icon }) => (
				<NavLink
					key={to}
					to={to}
					className={({ isActive }) =>
						`${buttonClass("quiet", "sm")} px-2.5 max-[24rem]:px-1.5 sm:px-3 ${isActive ? "bg-faint" : ""}`
					}
				>
					<Icon of={icon} />
					<span className="max-md:sr-only">{t(label)}</span>
				</NavLink>
			))}
			<Logout />
		</nav>
	);
}

function Logout() {
	const t = useCommonTexts();
	const { pending, run } = useAction(async () => {
		await signOut();
		// A full page load: no data of this creator stays in memory, and no protected screen redirects first.
		location.assign(paths.home);
	}, t("common.logoutFailed"));
	return (
		<Button
			tone="quiet"
			size="sm"
			className="px-2.5 max-[24rem]:px-1.5 sm:px-3"
			icon={<Icon of={LogOut} />}
			pending={pending && <span className="max-md:sr-only">{t("common.logoutPending")}</span>}
			onClick={run}
		>
			<span className="max-md:sr-only">{t("common.logout")}</span>
		</Button>
	);
}
