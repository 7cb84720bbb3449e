import * as z from "zod";
import { idField } from "../../contract/fields.ts";

/**
 * card: started → processing → paid | cancelled; direct: started → claimed → paid | declined (with a reason),
 * declined → claimed; paid → refunded, paid ⇄ disputed
 */
export type PurchaseState =
	| "started"
	| "processing"
	| "paid"
	| "cancelled"
	| "claimed"
	| "declined"
	| "refunded"
	| "disputed";
/** As clients see it. `lost`: a dispute was decided for the buyer, and the bank returned the money. */
export type ShownState = PurchaseState | "lost";
export const purchaseParam = z.strictObject({ id: idField });
