import FileUp from "icons:file-up";
import Layers from "icons:layers";
import PackageOpen from "icons:package-open";
import Search from "icons:search";
import SearchX from "icons:search-x";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { MIN_PARTS } from "../../../worker/catalogue/bundles/contract.ts";
import {
	type DisplayedStatus,
	SHARE_SORTS,
	SHARE_STATUSES,
	type ShareSort,
} from "../../../worker/catalogue/shares/contract/share-list.ts";
import type { MyShare } from "../../../worker/catalogue/shares/contract/shares.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useSettled } from "../../lib/forms/use-settled.ts";
import { useDrafts } from "../../lib/server/queries/drafts.ts";
import { useShareList, useShares } from "../../lib/server/queries/shares.ts";
import { useOpenUploads } from "../../lib/server/queries/uploads.ts";
import { useCreator } from "../../lib/session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/loaded.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useDelayedChanges } from "./delayed-changes.ts";
import { DraftRows } from "./draft-rows.tsx";
import { ShareRow } from "./share-row.tsx";
import { useTexts } from "./texts.ts";

type Criteria = { search: string; status: DisplayedStatus | "all"; sort: ShareSort };
const START: Criteria = { search: "", status: "all", sort: "newest" };
const STATUSES = ["all", ...SHARE_STATUSES] as const;
const SEARCHED_FROM = 10;
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

export function ShareList({ previewsOf }: { previewsOf: (slug: string) => ReactNode }) {
	const t = useTexts();
	const { data: newest } = useShares();
	const [wanted, setWanted] = useState(START);
	const [pages, setPages] = useState(1);
	const search = useSettled(wanted.search.trim());
	const { status, sort } = wanted;
	const query = {
		...(search && { search }),
		...(status !== "all" && { status }),
		...(sort !== "newest" && { sort }),
	};
	const found = useShareList(query, pages);
	const { data, error, isLoading } = found;
	const delayed = useDelayedChanges();
	const isKept = ({ shareId }: MyShare) => delayed.get(shareId) !== "delete";
	const { data: drafts = [] } = useDrafts();
	const { data: uploads = [] } = useOpenUploads({ dedupingInterval: 2_000 });
	const { suspended } = useCreator();
	const isEmpty = newest?.filter(isKept).length === 0;
	const shown = (data?.shares ?? [])
		.filter(isKept)
		.map((share) => (delayed.has(share.shareId) ? { ...share, selling: false } : share));
	const { list, focusFrom } = useFocusOnMore(shown.length);
	function change(next: Criteria) {
		setWanted(next);
		setPages(1);
	}

	const failed = <LoadFailed of={found} failed={t("dashboard.loadFailed")} />;

	return (
		<Card aria-labelledby="shares-title" className="px-0 pt-4 pb-1">
			<header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 pb-4 sm:px-6">
				<div className="items-baseline gap-x-3 sm:flex">
					<h2 id="shares-title" className="text-21">
						{t("dashboard.sharesTitle")}
					</h2>
					<p role="status" className="text-13 text-muted">
						{data &&
							t(data.hasMore ? "dashboard.shownFirst" : "dashboard.shown", { n: shown.length })}
					</p>
				</div>
				{newest && newest.length >= SEARCHED_FROM && <Toolbar wanted={wanted} onChange={change} />}
			</header>
			{!data && error ? (
				<div className="px-6 pb-4">{failed}</div>
			) : !data ? (
				<LoadingRows label={t("dashboard.loading")} />
			) : isEmpty ? (
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
					action={<Button onClick={() => change(START)}>{t("dashboard.noMatchAction")}</Button>}
				>
					{t("dashboard.noMatchText")}
				</EmptyState>
			) : (
				<>
					<ul>
						<DraftRows drafts={drafts} />
					</ul>
					<ul ref={list}>
						{shown.map((share) => (
							<ShareRow
								key={share.shareId}
								share={share}
								upload={uploads.find(
									({ shareId, state }) => shareId === share.shareId && state === "open",
								)}
							>
								{previewsOf(share.shareId)}
							</ShareRow>
						))}
					</ul>
					<div className="flex flex-wrap justify-between gap-3 border-line border-t px-4 py-3 empty:hidden sm:px-6">
						{error && pages > 1
							? failed
							: data.hasMore && (
									<Button
										pending={isLoading && t("dashboard.loading")}
										onClick={() => {
											focusFrom(shown.length);
											setPages(pages + 1);
										}}
									>
										{t("dashboard.more")}
									</Button>
								)}
						{newest && newest.length >= MIN_PARTS && !suspended && (
							<Link to={paths.newBundle} className={`${buttonClass("quiet")} -mx-3`}>
								<Icon of={Layers} size={18} />
								{t("dashboard.newBundle")}
							</Link>
						)}
					</div>
				</>
			)}
		</Card>
	);
}

/** Moves the focus to the first newly loaded row. */
function useFocusOnMore(length: number) {
	const list = useRef<HTMLUListElement>(null);
	const from = useRef(Number.POSITIVE_INFINITY);
	useEffect(() => {
		if (length <= from.current) return;
		const row = list.current?.children[from.current];
		from.current = Number.POSITIVE_INFINITY;
		row?.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true });
	}, [length]);
	return {
		list,
		focusFrom: (index: number) => {
			from.current = index;
		},
	};
}

function Toolbar({ wanted, onChange }: { wanted: Criteria; onChange: (wanted: Criteria) => void }) {
	const t = useTexts();
	return (
		<search className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2 sm:flex">
			<label className="input col-span-full sm:flex-1">
				<Icon of={Search} size={18} className="text-muted" />
				<span className="sr-only">{t("dashboard.search")}</span>
				<input
					type="search"
					placeholder={t("dashboard.search")}
					value={wanted.search}
					onChange={(event) => onChange({ ...wanted, search: event.target.value })}
				/>
			</label>
			<Select
				label={t("dashboard.status")}
				className="sm:w-40"
				options={STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value]) }))}
				value={wanted.status}
				onChange={(status) => onChange({ ...wanted, status })}
			/>
			<Select
				label={t("dashboard.sort")}
				className="sm:w-44"
				options={SHARE_SORTS.map((value) => ({ value, label: t(SORT_LABELS[value]) }))}
				value={wanted.sort}
				onChange={(sort) => onChange({ ...wanted, sort })}
			/>
		</search>
	);
}

function Select<Value extends string>({
	label,
	className,
	options,
	value,
	onChange,
}: {
	label: string;
	className: string;
	options: readonly { value: Value; label: string }[];
	value: Value;
	onChange: (value: Value) => void;
}) {
	return (
		<select
			aria-label={label}
			className={`select ${className}`}
			value={value}
			onChange={(event) => {
				const option = options.find((one) => one.value === event.target.value);
				if (option) onChange(option.value);
			}}
		>
			{options.map((option) => (
				<option key={option.value} value={option.value}>
					{option.label}
				</option>
			))}
		</select>
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
