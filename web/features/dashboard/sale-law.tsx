import type { Sale } from "../../../worker/contract/payments/payments.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { useTexts } from "./texts.ts";

export function SaleOrigin({ sale }: { sale: Sale }) {
	const t = useTexts();
	const { edge, card, differ } = sale.place;
	const place = card ?? edge;
	return (
		<span className="mt-0.5 block text-13 text-muted">
			{sale.invoiceNumber && (
				<span className="block whitespace-nowrap">
					{t("dashboard.saleInvoice", { number: sale.invoiceNumber })}
				</span>
			)}
			{differ
				? t("dashboard.salePlacesDiffer", { edge: edge ?? "", card: card ?? "" })
				: place && t("dashboard.salePlace", { place })}
		</span>
	);
}

export function SaleWithdrawal({ sale: { withdrawal, state } }: { sale: Sale }) {
	const t = useTexts();
	if (!withdrawal) return null;
	const { outcome, refundsItself } = withdrawal;
	return (
		<span className="mt-1 block min-w-36 text-13 text-muted">
			<b className="font-medium text-ink">
				{t("dashboard.saleWithdrawn", { date: formatDate(withdrawal.at) })}
			</b>{" "}
			{state !== "refunded" &&
				state !== "lost" &&
				t(`dashboard.saleWithdrawn.${refundsItself ? "automatic" : outcome}`)}
		</span>
	);
}
