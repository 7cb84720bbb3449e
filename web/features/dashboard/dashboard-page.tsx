import { FileUp, Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { PLANS } from "../../../worker/contract/plans.ts";
import { formatCents } from "../../lib/format.ts";
import { usePage } from "../../lib/page.ts";
import { paths } from "../../lib/paths.ts";
import { useCreator } from "../../lib/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tooltip, TooltipGroup } from "../../ui/tooltip.tsx";
import { Banners } from "./banners.tsx";
import { Claims } from "./claims.tsx";
import { EarningsChart } from "./earnings-chart.tsx";
import { Metrics } from "./metrics.tsx";
import { ShareList } from "./share-list.tsx";
import { StorageLine } from "./storage-line.tsx";
import { useTexts } from "./texts.ts";

/** The creator's home. `quickShare` is the short upload form, from its own feature. */
export function DashboardPage({ quickShare }: { quickShare?: ReactNode }) {
	const t = useTexts();
	usePage(t("dashboard.title"));
	return (
		<div className="gutters flex max-w-content flex-col gap-8 py-8 lg:py-10">
			<TooltipGroup>
				<Head />
			</TooltipGroup>
			<Banners />
			<Claims />
			<Metrics />
			<StorageLine />
			{quickShare}
			<EarningsChart />
			<ShareList />
		</div>
	);
}

function Head() {
	const t = useTexts();
	const user = useCreator();
	const isPro = user.plan === "pro";
	const name = user.displayName ?? user.firstName;
	return (
		<header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
			<div className="min-w-0">
				<p className="text-muted">{name ? t("dashboard.hello", { name }) : user.email}</p>
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<h1 className="text-40">{t("dashboard.title")}</h1>
					<Badge tone={isPro ? "good" : "neutral"} icon={isPro && <Icon of={Sparkles} size={14} />}>
						{t(isPro ? "dashboard.planPro" : "dashboard.planFree")}
					</Badge>
				</div>
			</div>
			<div className="flex flex-wrap gap-3">
				{!isPro && (
					<Tooltip text={t("dashboard.upgradeHint", { price: formatCents(PLANS.pro.priceCents) })}>
						<a href={paths.subscribe} className={buttonClass("plain")}>
							{t("dashboard.upgrade")}
						</a>
					</Tooltip>
				)}
				<Link to={paths.upload} className={buttonClass("primary")}>
					<Icon of={FileUp} />
					{t("dashboard.upload")}
				</Link>
			</div>
		</header>
	);
}
