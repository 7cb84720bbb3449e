import { useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { MIN_PARTS } from "../../../worker/contract/bundles.ts";
import { paths } from "../../lib/paths.ts";
import { useShares } from "../../lib/queries/shares.ts";
import { failureText } from "../../lib/server-texts.ts";
import { useCreator } from "../../lib/session.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FileUp } from "../../ui/icons/file-up.ts";
import { PackageOpen } from "../../ui/icons/package-open.ts";
import { Search } from "../../ui/icons/search.ts";
import { SearchX } from "../../ui/icons/search-x.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useHiddenShares } from "./delayed-deletes.ts";
import { type Criteria, SORTS, STATUSES, selectShares } from "./share-filter.ts";
import { ShareRow } from "./share-row.tsx";
import { useTexts } from "./texts.ts";

const START: Criteria = { search: "", status: "all", sort: "newest" };
const MANY = 60;
const STATUS_LABELS = {
	all: "dashboard.statusAll",
	live: "dashboard.statusLive",
	"sold-out": "dashboard.statusSoldOut",
	stopped: "dashboard.statusStopped",
	pending: "dashboard.statusPending",
	completed: "dashboard.statusCompleted",
	uploading: "dashboard.statusUploading",
	removed: "dashboard.statusRemoved",
} as const;
const SORT_LABELS = {
	newest: "dashboard.sortNewest",
	oldest: "dashboard.sortOldest",
	title: "dashboard.sortTitle",
	price: "dashboard.sortPrice",
	sales: "dashboard.sortSales",
	earned: "dashboard.sortEarned",
	views: "dashboard.sortViews",
} as const;

/**
 * The creator's shares: searched, filtered and sorted in the browser, since all of them are loaded
 * anyway.
 */
export function ShareList() {
	const t = useTexts();
	const { suspended } = useCreator();
	const { data, error, mutate } = useShares();
	const hidden = useHiddenShares();
	const [wanted, setWanted] = useState(START);
	// Keeps typing responsive with hundreds of rows: the list is updated with lower priority.
	const deferred = useDeferredValue(wanted);
	const all = useMemo(
		() => data?.filter((share) => !hidden.has(share.shareId)) ?? [],
		[data, hidden],
	);
	const shown = useMemo(() => selectShares(all, deferred), [all, deferred]);

	return (
		<Card aria-labelledby="shares-title" className="px-0 pb-2">
			<header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 px-6 pb-5">
				<div>
					<h2 id="shares-title" className="text-21">
						{t("dashboard.sharesTitle")}
					</h2>
					<p role="status" className="text-13 text-muted">
						{data && t("dashboard.shown", { n: shown.length })}
					</p>
					{all.length >= MIN_PARTS && (
						<p className="mt-1 flex flex-wrap gap-x-4 text-13">
							<Link to={paths.prices} className="prose-link">
								{t("dashboard.prices")}
							</Link>
							{!suspended && (
								<Link to={paths.newBundle} className="prose-link">
									{t("dashboard.newBundle")}
								</Link>
							)}
						</p>
					)}
				</div>
				{all.length > 0 && <Toolbar wanted={wanted} onChange={setWanted} />}
			</header>
			{!data && error ? (
				<div className="px-6 pb-4">
					<Alert
						tone="danger"
						title={t("dashboard.loadFailed")}
						action={
							<Button size="sm" onClick={() => mutate()}>
								{t("dashboard.retry")}
							</Button>
						}
					>
						{failureText(error, t("dashboard.tryAgain"))}
					</Alert>
				</div>
			) : !data ? (
				<LoadingRows label={t("dashboard.loading")} />
			) : all.length === 0 ? (
				<EmptyState
					icon={PackageOpen}
					title={t("dashboard.emptyTitle")}
					action={
						<Link to={paths.upload} className={buttonClass("primary")}>
							<Icon of={FileUp} />
							{t("dashboard.upload")}
						</Link>
					}
				>
					{t("dashboard.emptyText")}
				</EmptyState>
			) : shown.length === 0 ? (
				<EmptyState
					icon={SearchX}
					title={t("dashboard.noMatchTitle")}
					action={<Button onClick={() => setWanted(START)}>{t("dashboard.noMatchAction")}</Button>}
				>
					{t("dashboard.noMatchText")}
				</EmptyState>
			) : (
				<ul>
					{shown.map((share) => (
						<ShareRow key={share.shareId} share={share} isOneOfMany={shown.length > MANY} />
					))}
				</ul>
			)}
		</Card>
	);
}

function Toolbar({ wanted, onChange }: { wanted: Criteria; onChange: (wanted: Criteria) => void }) {
	const t = useTexts();
	return (
		<search className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
			<label className="input col-span-2 sm:w-56">
				<Icon of={Search} size={18} className="text-muted" />
				<span className="sr-only">{t("dashboard.search")}</span>
				<input
					type="search"
					placeholder={t("dashboard.search")}
					value={wanted.search}
					onChange={(event) => onChange({ ...wanted, search: event.target.value })}
				/>
			</label>
			<select
				aria-label={t("dashboard.status")}
				className="select sm:w-40"
				value={wanted.status}
				onChange={(event) => {
					const status = STATUSES.find((one) => one === event.target.value);
					if (status) onChange({ ...wanted, status });
				}}
			>
				{STATUSES.map((status) => (
					<option key={status} value={status}>
						{t(STATUS_LABELS[status])}
					</option>
				))}
			</select>
			<select
				aria-label={t("dashboard.sort")}
				className="select sm:w-44"
				value={wanted.sort}
				onChange={(event) => {
					const sort = SORTS.find((one) => one === event.target.value);
					if (sort) onChange({ ...wanted, sort });
				}}
			>
				{SORTS.map((sort) => (
					<option key={sort} value={sort}>
						{t(SORT_LABELS[sort])}
					</option>
				))}
			</select>
		</search>
	);
}

function LoadingRows({ label }: { label: string }) {
	return (
		<div role="status">
			<span className="sr-only">{label}</span>
			{[0, 1, 2, 3].map((row) => (
				<div key={row} className="flex items-center gap-4 border-line border-t px-6 py-4">
					<Skeleton className="size-14 shrink-0" />
					<div className="flex-1">
						<Skeleton className="h-5 w-2/5" />
						<Skeleton className="mt-2 h-4 w-1/4" />
					</div>
					<Skeleton className="h-5 w-20" />
				</div>
			))}
		</div>
	);
}
