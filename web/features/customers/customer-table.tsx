import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Customer } from "../../../worker/contract/customers/customers.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatNumber } from "../../lib/i18n/format.ts";
import { Sums } from "../../shared/sums.tsx";
import { Badge } from "../../ui/badge.tsx";
import { classes } from "../../ui/classes.ts";
import { useTexts } from "./texts.ts";

/** One row a customer; on phones a row becomes a list of labelled cells. */
export function CustomerTable({ customers }: { customers: readonly Customer[] }) {
	const t = useTexts();
	const numbers = [
		t("customers.purchases"),
		t("customers.downloads"),
		t("customers.total"),
		t("customers.boughtAt"),
		t("customers.lastSeen"),
	];
	return (
		<section
			aria-label={t("customers.title")}
			className="overflow-hidden rounded-card border border-line bg-surface"
		>
			<table className="tabular w-full text-left max-md:block">
				<thead className="text-13 text-muted max-md:sr-only">
					<tr>
						<th scope="col" className="px-4 py-3 font-medium">
							{t("customers.email")}
						</th>
						{numbers.map((head) => (
							<th key={head} scope="col" className="px-4 py-3 text-right font-medium">
								{head}
							</th>
						))}
					</tr>
				</thead>
				<tbody className="max-md:block">
					{customers.map((customer) => (
						<Row key={customer.id} customer={customer} />
					))}
				</tbody>
			</table>
		</section>
	);
}

function Row({ customer }: { customer: Customer }) {
	const t = useTexts();
	const { id, email, lastSeen } = customer;
	return (
		<tr className="border-line not-first:border-t max-md:block max-md:px-4 max-md:py-3 md:border-t">
			<th
				scope="row"
				className="wrap-anywhere text-left font-medium max-md:block max-md:pb-1 md:px-4 md:py-3"
			>
				<Link to={paths.customer(id)} className="prose-link">
					{email}
				</Link>
				{customer.blocked && (
					<Badge tone="danger" className="ms-2">
						{t("customers.blocked")}
					</Badge>
				)}
			</th>
			<Cell label={t("customers.purchases")}>{formatNumber(customer.purchases)}</Cell>
			<Cell label={t("customers.downloads")}>{formatNumber(customer.downloads)}</Cell>
			<Cell label={t("customers.total")}>
				<Sums
					amount={customer.total}
					currency={customer.currency}
					others={customer.otherTotals}
					className="font-semibold"
				/>
			</Cell>
			<Cell label={t("customers.boughtAt")}>{formatDate(customer.boughtAt)}</Cell>
			<Cell label={t("customers.lastSeen")}>{lastSeen ? formatDate(lastSeen, "UTC") : "–"}</Cell>
		</tr>
	);
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
	return (
		<td
			data-label={label}
			className={classes(
				"whitespace-nowrap max-md:flex max-md:justify-between max-md:gap-4 max-md:py-0.5 max-md:before:text-muted max-md:before:content-[attr(data-label)] md:px-4 md:py-3 md:text-right",
			)}
		>
			{children}
		</td>
	);
}
