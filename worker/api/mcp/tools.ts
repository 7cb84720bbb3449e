import type { Tool } from "./tool.ts";
import { customerTools } from "./tools/customers.ts";
import { discountTools } from "./tools/discounts.ts";
import { figureTools } from "./tools/figures.ts";
import { payoutTools } from "./tools/payouts.ts";
import { saleTools } from "./tools/sales.ts";
import { shareTools } from "./tools/shares.ts";
import { uploadTools } from "./tools/uploads.ts";

/** Every tool, in the order of the list. */
export const TOOLS: readonly Tool[] = [
	...shareTools,
	...uploadTools,
	...saleTools,
	...discountTools,
	...customerTools,
	...figureTools,
	...payoutTools,
];
