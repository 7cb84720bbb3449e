import type { MyPurchase } from "../../../worker/customers/receipts/contract.ts";
import { formatDate } from "../../lib/i18n/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { useTexts } from "./texts.ts";

type Props = {
	purchase: Pick<MyPurchase, "state" | "filesGone" | "downloadUntil" | "accessUntil" | "revoked">;
	className?: string;
};

/** Shown for unusual states only. */
export function PurchaseBadge({ purchase, className }: Props) {
	const t = useTexts();
	const { state, filesGone, downloadUntil, accessUntil, revoked } = purchase;
	const until = downloadUntil ?? accessUntil;
	if (state === "refunded") return <Badge className={className}>{t("purchases.refunded")}</Badge>;
	if (state === "lost") return <Badge className={className}>{t("purchases.lost")}</Badge>;
	if (state !== "paid")
		return (
			<Badge tone="warning" className={className}>
				{t("purchases.onHold")}
			</Badge>
		);
	if (revoked)
		return (
			<Badge tone="warning" className={className}>
				{t("purchases.revoked")}
			</Badge>
		);
	if (filesGone)
		return (
			<Badge className={className}>{t(accessUntil ? "purchases.ended" : "purchases.gone")}</Badge>
		);
	if (until === null) return null;
	return (
		<Badge tone="warning" className={className}>
			{t("purchases.until", { date: formatDate(until) })}
		</Badge>
	);
}
