import Sparkles from "icons:sparkles";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { PLANS } from "../../../worker/contract/plans.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatCents } from "../../lib/i18n/format.ts";
import { usePage } from "../../lib/page/page.ts";
import { useClaims } from "../../lib/server/queries/claims.ts";
import { useDrafts } from "../../lib/server/queries/drafts.ts";
import { usePaymentStatus } from "../../lib/server/queries/payment-status.ts";
import { useMetrics, useOwnShare, useShares } from "../../lib/server/queries/shares.ts";
import { useSubscription } from "../../lib/server/queries/subscription.ts";
import { useOpenUploads } from "../../lib/server/queries/uploads.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { Banners } from "./banners.tsx";
import { Claims } from "./claims.tsx";
import { Disputes, useDisputedSales } from "./disputes.tsx";
import { DraftRows } from "./draft-rows.tsx";
import { Overview } from "./overview.tsx";
import { ShareList } from "./share-list.tsx";
import { StorageLine } from "./storage-line.tsx";
import { useTexts } from "./texts.ts";

const TellBuyersDialog = lazy(() => import("./tell-buyers-dialog.tsx"));

/** Money first, then what needs a decision, then the shares; new creators see the short upload form. */
export function DashboardPage({
	quickShare,
	previewsOf,
	bankReturn,
}: {
	quickShare: ReactNode;
	previewsOf: (slug: string) => ReactNode;
	bankReturn: ReactNode;
}) {
	const t = useTexts();
	usePage(t("dashboard.title"));
	const { data: shares } = useShares();
	const { suspended } = useCreator();
	const isTopKnown = useIsTopKnown();
	const isNew = shares?.length === 0;
	const [asksFirst, setAsksFirst] = useState(false);
	// Stays open for the rest of the visit: its link appears there.
	if (isNew && !suspended && !asksFirst) setAsksFirst(true);
	return (
		<div className="gutters flex max-w-content flex-col gap-6 py-8 lg:py-10">
			<Head />
			<Overview />
			<div className="peer empty:hidden">{bankReturn}</div>
			{!asksFirst && <Banners />}
			{/* Banners and the chart, which load with other calls, would push them down. */}
			<div className={isTopKnown ? "contents" : "hidden"}>
				<Disputes />
				<Claims />
			</div>
			{asksFirst && (
				<section aria-labelledby="first-title" className="mt-2 flex flex-col gap-4">
					<h2 id="first-title" className="text-28">
						{t("dashboard.emptyTitle")}
					</h2>
					{quickShare}
				</section>
			)}
			{asksFirst && <Banners />}
			{isNew && <Drafts />}
			{!isTopKnown && <Skeleton className="h-40" />}
			{!isNew && (
				// Loads while hidden.
				<div className={isTopKnown ? "contents" : "hidden"}>
					<ShareList previewsOf={previewsOf} />
				</div>
			)}
			{!isNew && <StorageLine />}
			<RequestedUpdate />
		</div>
	);
}

function RequestedUpdate() {
	const { suspended } = useCreator();
	const [query, setQuery] = useSearchParams();
	const share = useOwnShare(query.get("tell"));
	if (!share || share.status === "taken_down" || suspended) return null;
	return (
		<Suspense>
			<TellBuyersDialog share={share} onClose={() => setQuery({}, { replace: true })} />
		</Suspense>
	);
}

/** True once everything above the shares has loaded, so that it doesn't push them down later. */
function useIsTopKnown(): boolean {
	return [
		useMetrics(),
		useShares(),
		usePaymentStatus(),
		useSubscription({}),
		useOpenUploads({}),
		useClaims(),
		useDisputedSales(),
		useDrafts(),
	].every(({ data, error }) => data !== undefined || error !== undefined);
}

function Head() {
	const t = useTexts();
	const user = useCreator();
	const isPro = user.plan === "pro";
	const name = user.displayName ?? user.firstName;
	return (
		<header className="flex flex-wrap items-center gap-x-4 gap-y-1">
			<h1 className="text-28">{t("dashboard.title")}</h1>
			<Badge tone={isPro ? "good" : "neutral"} icon={isPro && <Icon of={Sparkles} size={14} />}>
				{t(isPro ? "dashboard.planPro" : "dashboard.planFree")}
			</Badge>
			{!isPro && (
				<Tooltip
					text={t("dashboard.upgradeHint", {
						price: formatCents(PLANS.pro.priceCents, DEFAULT_CURRENCY),
					})}
				>
					<a href={paths.subscribe} className="prose-link">
						{t("dashboard.upgrade")}
					</a>
				</Tooltip>
			)}
			<p className="min-w-0 truncate text-muted sm:ms-auto">{name ?? user.email}</p>
		</header>
	);
}

function Drafts() {
	const { data: drafts = [] } = useDrafts();
	if (drafts.length === 0) return null;
	return (
		<ul className="overflow-hidden rounded-card border border-line bg-surface *:first:border-t-0">
			<DraftRows drafts={drafts} />
		</ul>
	);
}
