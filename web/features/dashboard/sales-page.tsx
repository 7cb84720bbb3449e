import CirclePlay from "icons:circle-play";
import Download from "icons:download";
import FileUp from "icons:file-up";
import ReceiptText from "icons:receipt-text";
import SearchX from "icons:search-x";
import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { PERIODS } from "../../../worker/pages/analytics/contract.ts";
import { SOLD_STATES } from "../../../worker/payments/sales/contract/sales.ts";
import { paths, shareLink } from "../../lib/addresses/paths.ts";
import { usePage } from "../../lib/page/page.ts";
import { useEveryShare } from "../../lib/server/queries/shares.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded, LoadFailed } from "../../ui/loaded.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { ledgerCsvLink, type SalesSelection, salesCsvLink, useSales } from "./queries/sales.ts";
import { SalesTable, STATES } from "./sales-table.tsx";
import { useTexts } from "./texts.ts";
import { useResumption } from "./use-resumption.ts";

const DAY_MS = 86_400_000;

/** All sales, or those of the share in the address; the rest of the selection is in its query. */
export function SalesPage() {
	const t = useTexts();
	usePage(t("dashboard.salesTitle"));
	const { slug, state, days, choose } = useChoice();
	const [pages, setPages] = useState(1);
	const selection: SalesSelection = {
		...(slug && { shareId: slug }),
		...(state && { state }),
		...(days && { from: firstDay(days) }),
	};
	const query = useSales(selection, pages);
	const { data, error, isLoading } = query;
	const isFiltered = slug !== null || state !== null || days !== null;
	const isNew = data?.items.length === 0 && !isFiltered;
	return (
		<div className="gutters flex max-w-content flex-col gap-6 py-8 lg:py-10">
			<header className="flex flex-wrap items-center justify-between gap-4">
				<h1 className="text-28">{t("dashboard.salesTitle")}</h1>
				{!isNew && <Exports selection={selection} />}
			</header>
			{!isNew && <Filters title={data?.items[0]?.title} onChange={() => setPages(1)} />}
			{error && pages > 1 ? (
				<LoadFailed of={query} failed={t("dashboard.salesFailed")} />
			) : (
				<Loaded of={query} failed={t("dashboard.salesFailed")}>
					{({ items, hasMore }) =>
						items.length > 0 ? (
							<div aria-busy={isLoading} className="aria-busy:opacity-60">
								<SalesTable sales={items} isOfOneShare={slug !== null} />
								{hasMore && (
									<Button
										className="mt-5"
										pending={isLoading && t("dashboard.salesLoading")}
										onClick={() => setPages(pages + 1)}
									>
										{t("dashboard.more")}
									</Button>
								)}
							</div>
						) : state || days ? (
							<Card>
								<EmptyState
									icon={SearchX}
									title={t("dashboard.salesNoMatch")}
									action={
										<Button onClick={() => choose({ state: null, days: null })}>
											{t("dashboard.salesShowAll")}
										</Button>
									}
								/>
							</Card>
						) : (
							<NoSales slug={slug} />
						)
					}
				</Loaded>
			)}
		</div>
	);
}

function Exports({ selection }: { selection: SalesSelection }) {
	const t = useTexts();
	return (
		<div className="flex flex-wrap gap-3">
			<Tooltip text={t("dashboard.salesCsvHint")}>
				<a href={salesCsvLink(selection)} download className={buttonClass("plain", "sm")}>
					<Icon of={Download} size={18} />
					{t("dashboard.salesCsv")}
				</a>
			</Tooltip>
			<Tooltip text={t("dashboard.ledgerCsvHint")}>
				<a href={ledgerCsvLink} download className={buttonClass("quiet", "sm")}>
					<Icon of={Download} size={18} />
					{t("dashboard.ledgerCsv")}
				</a>
			</Tooltip>
		</div>
	);
}

/** The start of a day, so that it stays the same while the screen is shown. */
const firstDay = (days: number) =>
	new Date(Math.floor(Date.now() / DAY_MS - days + 1) * DAY_MS).toISOString();

type State = (typeof SOLD_STATES)[number];
type Days = (typeof PERIODS)[number];

function useChoice() {
	const { shareId: slug = null } = useParams();
	const [search] = useSearchParams();
	const navigate = useNavigate();
	const state = SOLD_STATES.find((one) => one === search.get("state")) ?? null;
	const days = PERIODS.find((one) => String(one) === search.get("days")) ?? null;
	return {
		slug,
		state,
		days,
		choose(next: { slug?: string | null; state?: State | null; days?: Days | null }) {
			const chosen = { slug, state, days, ...next };
			const query = new URLSearchParams({
				...(chosen.state && { state: chosen.state }),
				...(chosen.days && { days: String(chosen.days) }),
			});
			const path = chosen.slug ? paths.sales(chosen.slug) : paths.allSales;
			navigate({ pathname: path, search: query.toString() }, { replace: true });
		},
	};
}

function Filters({ title, onChange }: { title: string | undefined; onChange: () => void }) {
	const t = useTexts();
	const { slug, state, days, choose } = useChoice();
	const { data: shares = [] } = useEveryShare();
	const change: typeof choose = (next) => {
		onChange();
		choose(next);
	};
	const isListed = slug === null || shares.some(({ shareId }) => shareId === slug);
	return (
		<search className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
			<select
				aria-label={t("dashboard.salesShare")}
				className="select col-span-2 min-w-0 sm:w-72"
				value={slug ?? ""}
				onChange={({ target }) => change({ slug: target.value || null })}
			>
				<option value="">{t("dashboard.allShares")}</option>
				{!isListed && slug !== null && <option value={slug}>{title ?? "…"}</option>}
				{shares.map((share) => (
					<option key={share.shareId} value={share.shareId}>
						{share.title}
					</option>
				))}
			</select>
			<select
				aria-label={t("dashboard.saleState")}
				className="select sm:w-48"
				value={state ?? ""}
				onChange={({ target }) =>
					change({ state: SOLD_STATES.find((one) => one === target.value) ?? null })
				}
			>
				<option value="">{t("dashboard.salesAnyState")}</option>
				{SOLD_STATES.map((one) => (
					<option key={one} value={one}>
						{t(STATES[one][1])}
					</option>
				))}
			</select>
			<select
				aria-label={t("dashboard.salesPeriod")}
				className="select sm:w-44"
				value={days ?? ""}
				onChange={({ target }) =>
					change({ days: PERIODS.find((one) => String(one) === target.value) ?? null })
				}
			>
				<option value="">{t("dashboard.salesAnyTime")}</option>
				{PERIODS.map((n) => (
					<option key={n} value={n}>
						{t(n === 365 ? "dashboard.salesYear" : "dashboard.chartTitle", { days: n })}
					</option>
				))}
			</select>
		</search>
	);
}

/** Offers the next step towards a sale: a first share, the link of one, or to sell it again. */
function NoSales({ slug }: { slug: string | null }) {
	const t = useTexts();
	const { data: shares } = useEveryShare();
	const share = slug
		? shares?.find(({ shareId }) => shareId === slug)
		: (shares?.find(({ selling }) => selling) ?? shares?.[0]);
	const isStopped = share?.status === "published" && !share.selling;
	return (
		<Card>
			<EmptyState
				icon={ReceiptText}
				title={t("dashboard.salesEmpty")}
				action={
					isStopped ? (
						<SellAgain slug={share.shareId} />
					) : share ? (
						<CopyButton
							tone="primary"
							text={shareLink(share.shareId)}
							label={t("dashboard.copyLinkOf", { title: share.title })}
							copied={t("dashboard.copied")}
						/>
					) : (
						shares && (
							<Link to={paths.upload} className={buttonClass("primary")}>
								<Icon of={FileUp} />
								{t("dashboard.emptyTitle")}
							</Link>
						)
					)
				}
			>
				{shares &&
					t(
						isStopped
							? "dashboard.salesStoppedText"
							: share
								? "dashboard.salesEmptyText"
								: "dashboard.emptyText",
					)}
			</EmptyState>
		</Card>
	);
}

function SellAgain({ slug }: { slug: string }) {
	const t = useTexts();
	const { run, pending } = useResumption(slug);
	return (
		<Button
			tone="primary"
			icon={<Icon of={CirclePlay} />}
			pending={pending && t("dashboard.loading")}
			onClick={() => run()}
		>
			{t("dashboard.resumeSelling")}
		</Button>
	);
}
