import { Link } from "react-router-dom";
import type { Receipt } from "../../../worker/customers/receipts/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { formatDateTime } from "../../lib/i18n/format.ts";
import { useTexts } from "./texts.ts";

export function WithdrawLink({ receipt, className }: { receipt: Receipt; className?: string }) {
	const t = useTexts();
	const { purchaseId, title, withdrawal, state } = receipt;
	if (withdrawal)
		return (
			<p className={className}>
				{t("purchases.withdrawn", { time: formatDateTime(withdrawal.at) })}
			</p>
		);
	if (state !== "paid" && state !== "disputed") return null;
	return (
		<p className={className}>
			<Link
				// A fragment reaches no log.
				to={`${paths.withdraw}#${purchaseId}`}
				className="prose-link"
				aria-label={t("purchases.withdrawOf", { title })}
			>
				{t("purchases.withdraw")}
			</Link>
		</p>
	);
}
