import SearchX from "icons:search-x";
import type { ReactNode } from "react";
import { RETENTION } from "../../../worker/contract/retention.ts";
import type { CustomerDetails } from "../../../worker/customers/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatNumber } from "../../lib/i18n/format.ts";
import { usePage } from "../../lib/page/page.ts";
import { isTransient } from "../../lib/server/failure.ts";
import { refreshCustomer, useCustomer } from "../../lib/server/queries/customers.ts";
import { BackLink } from "../../shared/back-link.tsx";
import { Sums } from "../../shared/sums.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { CustomerActions } from "./customer-actions.tsx";
import { PurchaseList } from "./purchase-list.tsx";
import { useTexts } from "./texts.ts";

export function CustomerView({ id }: { id: string }) {
	const t = useTexts();
	const query = useCustomer(id);
	const { data, error } = query;
	usePage(data?.email ?? t("customers.title"));
	return (
		<>
			<BackLink to={paths.customers}>{t("customers.back")}</BackLink>
			{!data && error && !isTransient(error) ? (
				<Card className="mt-4">
					<EmptyState level="h1" icon={SearchX} title={t("customers.unknown")}>
						{t("customers.unknownText")}
					</EmptyState>
				</Card>
			) : (
				<Loaded of={query} failed={t("customers.loadFailed")}>
					{(customer) => <Shown customer={customer} onChanged={() => refreshCustomer(id)} />}
				</Loaded>
			)}
		</>
	);
}

type Props = { customer: CustomerDetails; onChanged: () => Promise<unknown> };

function Shown({ customer, onChanged }: Props) {
	const t = useTexts();
	const { email, newEmail, lastSeen, sales } = customer;
	return (
		<>
			<header className="mt-3 mb-6 flex flex-wrap items-start justify-between gap-4">
				<div className="min-w-0">
					<h1 className="wrap-anywhere text-21 sm:text-28">{email}</h1>
					{customer.blocked && (
						<Badge tone="danger" className="mt-2">
							{t("customers.blocked")}
						</Badge>
					)}
				</div>
				<CustomerActions customer={customer} onChanged={onChanged} />
			</header>
			{newEmail && (
				<Alert tone="info" className="mb-5" title={t("customers.waiting", { email: newEmail })}>
					{t("customers.waitingText", { days: RETENTION.confirmLinkDays })}
				</Alert>
			)}
			<dl className="mb-6 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-4">
				<Figure name={t("customers.total")}>
					<Sums
						amount={customer.total}
						currency={customer.currency}
						others={customer.otherTotals}
					/>
				</Figure>
				<Figure name={t("customers.purchases")}>{formatNumber(customer.purchases)}</Figure>
				<Figure name={t("customers.downloads")}>{formatNumber(customer.downloads)}</Figure>
				<Figure name={t("customers.lastSeen")}>
					{lastSeen ? formatDate(lastSeen, "UTC") : "–"}
				</Figure>
			</dl>
			<PurchaseList sales={sales} email={email} onChanged={onChanged} />
			<p className="mt-5 max-w-line text-13 text-muted">{t("customers.privacyNote")}</p>
		</>
	);
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="bg-surface px-4 py-3">
			<dt className="text-13 text-muted">{name}</dt>
			<dd className="tabular mt-0.5 font-display text-17 font-semibold sm:text-21">{children}</dd>
		</div>
	);
}
