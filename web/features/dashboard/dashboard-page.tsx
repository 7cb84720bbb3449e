import FileUp from "icons:file-up";
import Sparkles from "icons:sparkles";
import Zap from "icons:zap";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { PLANS } from "../../../worker/contract/accounts/plans.ts";
import { DEFAULT_CURRENCY } from "../../../worker/contract/money.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatCents } from "../../lib/i18n/format.ts";
import { usePage } from "../../lib/page/page.ts";
import { useClaims } from "../../lib/server/queries/claims.ts";
import { useDrafts } from "../../lib/server/queries/drafts.ts";
import { usePaymentStatus } from "../../lib/server/queries/payment-status.ts";
import { useOwnShare, useShares } from "../../lib/server/queries/shares.ts";
import { useSubscription } from "../../lib/server/queries/subscription.ts";
import { useOpenUploads } from "../../lib/server/queries/uploads.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { AllSharesMenu } from "./all-shares-menu.tsx";
import { Banners } from "./banners.tsx";
import { Claims } from "./claims.tsx";
import { EarningsChart } from "./earnings-chart.tsx";
import { Metrics } from "./metrics.tsx";
import { ShareList } from "./share-list.tsx";
import { StorageLine } from "./storage-line.tsx";
import { useTexts } from "./texts.ts";

const TellBuyersDialog = lazy(() => import("./tell-buyers-dialog.tsx"));

/** New creators see the short upload form first. */
export function DashboardPage({
	quickShare,
	previews,
	bankReturn,
}: {
	quickShare: ReactNode;
	previews: ReactNode;
	bankReturn: ReactNode;
}) {
	const t = useTexts();
	usePage(t("dashboard.title"));
	const { data: shares } = useShares();
	const { suspended } = useCreator();
	const isTopKnown = useIsTopKnown();
	const isNew = shares?.length === 0;
	const asksFirst = isNew && !suspended;
	const hasFigures = shares?.some(({ sales, views }) => sales + views > 0) ?? true;
	const [isQuickOpen, setQuickOpen] = useState(false);
	const quickId = useId();
	// Stays open for the rest of the visit: its link appears there.
	if (asksFirst && !isQuickOpen) setQuickOpen(true);
	const banners = <Banners>{!isNew && previews}</Banners>;
	return (
		<div className="gutters flex max-w-content flex-col gap-8 py-8 lg:py-10">
			<Head>
				{shares && !isNew && (
					<>
						{!suspended && (
							<Button
								icon={<Icon of={Zap} />}
								aria-expanded={isQuickOpen}
								aria-controls={quickId}
								onClick={() => setQuickOpen(!isQuickOpen)}
							>
								{t("dashboard.quickShare")}
							</Button>
						)}
						<AllSharesMenu shareCount={shares.length} />
						{!suspended && (
							<Link to={paths.upload} className={buttonClass("primary")}>
								<Icon of={FileUp} />
								{t("dashboard.upload")}
							</Link>
						)}
					</>
				)}
			</Head>
			<div className="peer empty:hidden">{bankReturn}</div>
			{!asksFirst && banners}
			<Claims />
			{asksFirst && <h2 className="-mb-3 text-28">{t("dashboard.emptyTitle")}</h2>}
			<Drafts />
			<div id={quickId} hidden={!isQuickOpen}>
				{isQuickOpen && quickShare}
			</div>
			{asksFirst && banners}
			{!isTopKnown && <Skeleton className="h-40" />}
			{!isNew && (
				// Loads while hidden.
				<div className={isTopKnown ? "contents" : "hidden"}>
					<ShareList />
					{hasFigures && (
						<>
							<Metrics />
							<EarningsChart />
						</>
					)}
				</div>
			)}
			{!isNew && <StorageLine />}
			<AskedUpdate />
		</div>
	);
}

function AskedUpdate() {
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
		useShares(),
		usePaymentStatus(),
		useSubscription({}),
		useOpenUploads({}),
		useClaims(),
		useDrafts(),
	].every(({ data, error }) => data !== undefined || error !== undefined);
}

function Head({ children }: { children: ReactNode }) {
	const t = useTexts();
	const user = useCreator();
	const isPro = user.plan === "pro";
	const name = user.displayName ?? user.firstName;
	return (
		<header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
			<div className="min-w-0">
				<p className="text-muted">{name ? t("dashboard.hello", { name }) : user.email}</p>
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<h1 className="text-28 sm:text-40">{t("dashboard.title")}</h1>
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
				</div>
			</div>
			<div className="grid w-full grid-cols-2 gap-3 empty:hidden sm:flex sm:w-auto sm:flex-wrap max-sm:[&>:last-child:nth-child(odd)]:col-span-2">
				{children}
			</div>
		</header>
	);
}

function Drafts() {
	const t = useTexts();
	const { data: drafts = [] } = useDrafts();
	if (drafts.length === 0) return null;
	return (
		<Card aria-labelledby="drafts-title" className="p-5 sm:px-6">
			<h2 id="drafts-title" className="text-17">
				{t("dashboard.drafts")}
			</h2>
			<ul className="mt-1 flex flex-wrap gap-x-6">
				{drafts.map(({ id, details }) => (
					<li key={id} className="min-w-0">
						<Link
							to={paths.draft(id)}
							className="block max-w-full truncate py-2 font-medium hover:underline"
						>
							{details.title.trim() || t("dashboard.draftUntitled")}
						</Link>
					</li>
				))}
			</ul>
		</Card>
	);
}
