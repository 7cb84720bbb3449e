import type { Ctx } from "../core/context.ts";
import { countEvent } from "../platform/metrics.ts";
import type { PurchaseRow } from "./find-purchase.ts";

export function countChange(ctx: Ctx, before: PurchaseRow, after: PurchaseRow): void {
	const { route, currency, priceCents: amount } = after;
	const label = `${route} ${currency}`;
	const wasPaid = before.state === "paid" || before.state === "disputed";
	if (!wasPaid && before.state !== "refunded" && after.state === "paid")
		countEvent(ctx.env, { event: "sale", label, amount });
	if (before.state !== "refunded" && after.state === "refunded")
		countEvent(ctx.env, { event: "refund", label, amount });
}
