import { presentSharePart } from "../../catalogue/shares/share-events.ts";
import type { webhookMessages } from "../../core/webhook-events/tables.ts";
import { presentSoldSale } from "../../payments/sales/present-sale.ts";
import { presentDisputePart, presentRefundPart } from "../../payments/settlement/sale-events.ts";

type Content = Pick<typeof webhookMessages.$inferSelect, "type" | "createdAt" | "data">;

/** Of the parts that are recorded as rows; the others were presented when they were recorded. */
const PRESENTERS: Readonly<Record<string, (recorded: never) => object>> = {
	sale: presentSoldSale,
	refund: presentRefundPart,
	dispute: presentDisputePart,
	share: presentSharePart,
};

export function bodyOf({ type, createdAt, data }: Content): string {
	const recorded: Readonly<Record<string, never>> = JSON.parse(data);
	const parts = Object.entries(recorded).map(([name, part]) => [
		name,
		PRESENTERS[name]?.(part) ?? part,
	]);
	return JSON.stringify({
		type,
		timestamp: new Date(createdAt).toISOString(),
		data: Object.fromEntries(parts),
	});
}
