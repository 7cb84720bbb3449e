import Ban from "icons:ban";
import Download from "icons:download";
import SearchX from "icons:search-x";
import Users from "icons:users";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { MAX_CUSTOMER_SEARCH } from "../../../worker/contract/constants.ts";
import { useSettled } from "../../lib/forms/use-settled.ts";
import { usePage } from "../../lib/page/page.ts";
import { customersCsvLink, useCustomers } from "../../lib/server/queries/customers.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { BlockedDialog } from "./blocked-dialog.tsx";
import { CustomerTable } from "./customer-table.tsx";
import { CustomerView } from "./customer-view.tsx";
import { useTexts } from "./texts.ts";

export function CustomersPage() {
	const [query] = useSearchParams();
	const id = query.get("customer");
	return (
		<div className="gutters max-w-content py-8 lg:py-10">
			{id ? <CustomerView key={id} id={id} /> : <CustomerList />}
		</div>
	);
}

function CustomerList() {
	const t = useTexts();
	usePage(t("customers.title"));
	const [search, setSearch] = useState("");
	const [showsBlocked, setShowsBlocked] = useState(false);
	const settled = useSettled(search.trim());
	const found = useCustomers(settled);
	return (
		<>
			<header className="mb-6 flex flex-wrap items-end justify-between gap-4">
				<div className="min-w-0">
					<h1 className="text-28">{t("customers.title")}</h1>
					<p className="mt-1 text-muted">{t("customers.lead")}</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<Button size="sm" icon={<Icon of={Ban} />} onClick={() => setShowsBlocked(true)}>
						{t("customers.blockedList")}
					</Button>
					<a href={customersCsvLink} download className={buttonClass("plain", "sm")}>
						<Icon of={Download} />
						{t("customers.csv")}
					</a>
				</div>
			</header>
			<input
				type="search"
				className="input mb-4 w-full sm:max-w-sm"
				aria-label={t("customers.search")}
				placeholder={t("customers.search")}
				maxLength={MAX_CUSTOMER_SEARCH}
				value={search}
				onChange={(event) => setSearch(event.target.value)}
			/>
			<Found isSearch={settled !== ""} found={found} />
			{showsBlocked && (
				<BlockedDialog onClose={() => setShowsBlocked(false)} onChanged={() => found.mutate()} />
			)}
		</>
	);
}

type FoundProps = { isSearch: boolean; found: ReturnType<typeof useCustomers> };

function Found({ isSearch, found }: FoundProps) {
	const t = useTexts();
	const { isValidating, size, setSize } = found;
	return (
		<Loaded of={found} failed={t("customers.loadFailed")}>
			{(pages) => {
				const customers = pages.flatMap((page) => page.customers);
				return customers.length === 0 ? (
					<Card>
						{isSearch ? (
							<EmptyState icon={SearchX} title={t("customers.noneFound")}>
								{t("customers.noneFoundText")}
							</EmptyState>
						) : (
							<EmptyState icon={Users} title={t("customers.empty")}>
								{t("customers.emptyText")}
							</EmptyState>
						)}
					</Card>
				) : (
					<>
						<CustomerTable customers={customers} />
						{pages.at(-1)?.next && (
							<Button
								className="mt-5"
								pending={isValidating && t("customers.loading")}
								onClick={() => setSize(size + 1)}
							>
								{t("customers.more")}
							</Button>
						)}
					</>
				);
			}}
		</Loaded>
	);
}
