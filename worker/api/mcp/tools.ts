import { idempotencyKeyField } from "../idempotency/contract.ts";
import type { Tool } from "./tool.ts";
import { customerTools } from "./tools/customers.ts";
import { discountTools } from "./tools/discounts.ts";
import { figureTools } from "./tools/figures.ts";
import { payoutTools } from "./tools/payouts.ts";
import { saleTools } from "./tools/sales.ts";
import { shareTools } from "./tools/shares.ts";
import { uploadTools } from "./tools/uploads.ts";

const idempotencyKey = idempotencyKeyField
	.optional()
	.describe(
		"A text of your choice that names this one change, such as a UUID. A repeated call with the same key and arguments within 24 hours changes nothing more and returns the first result.",
	);

export const TOOLS: readonly Tool[] = [
	...shareTools,
	...uploadTools,
	...saleTools,
	...discountTools,
	...customerTools,
	...figureTools,
	...payoutTools,
].map((tool) =>
	tool.effect === "read" ? tool : { ...tool, input: tool.input.safeExtend({ idempotencyKey }) },
);
