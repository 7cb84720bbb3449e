import type { MyShare } from "../../../worker/contract/catalogue/shares.ts";
import { canBeHad } from "../../../worker/contract/catalogue/ways-to-pay.ts";
import { centsOf } from "../../../worker/contract/fields.ts";
import { leastByCard } from "../../../worker/contract/money.ts";
import { formatCents } from "../../lib/i18n/format.ts";
import {
	canAddDirect,
	takenWays,
	usePaymentStatus,
} from "../../lib/server/queries/payment-status.ts";
import { useTexts } from "./texts.ts";

export function Obstacle({
	share: { pricing, price, currency },
}: {
	share: Pick<MyShare, "pricing" | "price" | "currency">;
}) {
	const t = useTexts();
	const { data } = usePaymentStatus();
	const terms = { pricing, priceCents: centsOf(price) ?? 0, currency };
	if (!data || canBeHad(terms, takenWays(data))) return null;
	const otherWay = data.acceptsCards ? "dashboard.wayPrice" : "dashboard.wayOnline";
	return (
		<p className="text-13 text-warning">
			{data.acceptsCards
				? t("dashboard.obstacleMinimum", {
						cardMinimum: formatCents(leastByCard(currency), currency),
					})
				: t("dashboard.obstacleRefused")}{" "}
			{t(canAddDirect(data, currency) ? "dashboard.wayDirect" : otherWay)}
		</p>
	);
}
