import ChartColumn from "icons:chart-column";
import Download from "icons:download";
import FileUp from "icons:file-up";
import { Link, useSearchParams } from "react-router-dom";
import { CURRENCY_CODES, type Currency } from "../../../worker/contract/money.ts";
import { type Analytics, PERIODS, type Period } from "../../../worker/pages/analytics/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { InCurrency } from "../../lib/session/session.tsx";
import { CurrencySwitch } from "../../shared/currency-switch.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { Figures } from "./figures.tsx";
import { LinkBuilder } from "./link-builder.tsx";
import { analyticsCsvLink, useAnalytics } from "./queries.ts";
import { useTexts } from "./texts.ts";

export function AnalyticsPage() {
	const t = useTexts();
	usePage(t("analytics.title"));
	const choice = useChoice();
	const { slug } = choice;
	const query = useAnalytics(choice);
	const { data, error, isLoading } = query;
	const isMissing = error instanceof ApiFailure && error.code === "share.not_found";
	return (
		<div className="gutters flex max-w-content flex-col gap-6 py-8 lg:py-10">
			<Head title={slug === null ? null : (data?.title ?? null)} data={data} />
			{isMissing ? (
				<Card>
					<EmptyState
						icon={ChartColumn}
						title={t("analytics.notFound")}
						action={
							<Link to={paths.analytics} className={buttonClass("primary")}>
								{t("analytics.showAll")}
							</Link>
						}
					/>
				</Card>
			) : (
				<Loaded of={query} failed={t("analytics.failed")} className="h-80">
					{(data) =>
						data.total.views + data.total.begun + data.total.paid === 0 ? (
							<NoViews />
						) : (
							<InCurrency currency={data.currency}>
								<Figures data={data} slug={slug} isStale={isLoading} />
							</InCurrency>
						)
					}
				</Loaded>
			)}
			{!isMissing && <LinkBuilder key={slug} slug={slug} />}
			<Fold className="text-13 text-muted" title={t("analytics.how")}>
				<p className="mt-2 max-w-line">{t("analytics.howText")}</p>
			</Fold>
		</div>
	);
}

/** The next step towards a visit is a first share; with shares, the links below. */
function NoViews() {
	const t = useTexts();
	const isNew = useEveryShare().data?.length === 0;
	return (
		<Card>
			<EmptyState
				icon={ChartColumn}
				title={t("analytics.emptyTitle")}
				action={
					isNew && (
						<Link to={paths.upload} className={buttonClass("primary")}>
							<Icon of={FileUp} />
							{t("analytics.emptyUpload")}
						</Link>
					)
				}
			>
				{t(isNew ? "analytics.emptyNone" : "analytics.emptyText")}
			</EmptyState>
		</Card>
	);
}

function useChoice() {
	const [search, setSearch] = useSearchParams();
	const slug = search.get("share");
	const currency = CURRENCY_CODES.find((one) => one === search.get("currency"));
	const days = PERIODS.find((one) => String(one) === search.get("days")) ?? 30;
	return {
		slug,
		currency,
		days,
		choose: (next: { slug?: string | null; currency?: Currency; days?: Period }) => {
			const chosen = { slug, currency, days, ...next };
			setSearch(
				{
					...(chosen.slug !== null && { share: chosen.slug }),
					...(chosen.currency && { currency: chosen.currency }),
					...(chosen.days !== 30 && { days: String(chosen.days) }),
				},
				{ replace: true },
			);
		},
	};
}

function Head({ title, data }: { title: string | null; data: Analytics | undefined }) {
	const t = useTexts();
	const { data: shares } = useEveryShare();
	const { choose, ...choice } = useChoice();
	const { slug, days } = choice;
	const isListed = slug === null || shares?.some((share) => share.shareId === slug);
	return (
		<header>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h1 className="text-28">{t("analytics.title")}</h1>
				<Tooltip text={t("analytics.csvHint")}>
					<a href={analyticsCsvLink(choice)} download className={buttonClass("plain", "sm")}>
						<Icon of={Download} size={18} />
						{t("analytics.csv")}
					</a>
				</Tooltip>
			</div>
			<div className="mt-5 flex flex-wrap items-center gap-3">
				<select
					aria-label={t("analytics.share")}
					className="select min-w-0 flex-1 basis-56 sm:max-w-sm"
					value={slug ?? ""}
					onChange={(event) => choose({ slug: event.target.value || null })}
				>
					<option value="">{t("analytics.allShares")}</option>
					{!isListed && slug !== null && <option value={slug}>{title ?? slug}</option>}
					{shares?.map((share) => (
						<option key={share.shareId} value={share.shareId}>
							{share.title}
						</option>
					))}
				</select>
				{slug === null && (
					<CurrencySwitch
						legend={t("analytics.currency")}
						currencies={data?.currencies ?? []}
						chosen={data?.currency}
						onChoose={(currency) => choose({ currency })}
					/>
				)}
				<div className="max-sm:w-full sm:ms-auto">
					<Segments
						legend={t("analytics.period")}
						segments={PERIODS.map((period) => ({
							value: String(period),
							label: period === 365 ? t("analytics.year") : t("analytics.days", { n: period }),
						}))}
						chosen={String(days)}
						onChoose={(value) => choose({ days: PERIODS.find((one) => String(one) === value) })}
					/>
				</div>
			</div>
		</header>
	);
}
