import { Link } from "react-router-dom";
import type { Customer } from "../../../worker/customers/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDate, formatNumber } from "../../lib/i18n/format.ts";
import { Sums } from "../../shared/sums.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { useTexts } from "./texts.ts";

export function CustomerTable({ customers }: { customers: readonly Customer[] }) {
	const t = useTexts();
	return (
		<DataTable
			label={t("customers.title")}
			rows={customers}
			rowId={({ id }) => id}
			columns={[
				{
					head: t("customers.email"),
					className: "wrap-anywhere",
					cell: ({ id, email, blocked }) => (
						<>
							<Link to={paths.customer(id)} className="prose-link font-medium">
								{email}
							</Link>
							{blocked && (
								<Badge tone="danger" className="ms-2">
									{t("customers.blocked")}
								</Badge>
							)}
						</>
					),
				},
				{
					head: t("customers.purchases"),
					isNumber: true,
					cell: ({ purchases }) => formatNumber(purchases),
				},
				{
					head: t("customers.downloads"),
					isNumber: true,
					cell: ({ downloads }) => formatNumber(downloads),
				},
				{
					head: t("customers.total"),
					isNumber: true,
					cell: ({ total, currency, otherTotals }) => (
						<Sums
							amount={total}
							currency={currency}
							others={otherTotals}
							className="font-semibold"
						/>
					),
				},
				{
					head: t("customers.boughtAt"),
					isNumber: true,
					className: "whitespace-nowrap",
					cell: ({ boughtAt }) => formatDate(boughtAt),
				},
				{
					head: t("customers.lastSeen"),
					isNumber: true,
					className: "whitespace-nowrap",
					cell: ({ lastSeen }) => (lastSeen ? formatDate(lastSeen, "UTC") : "–"),
				},
			]}
		/>
	);
}
