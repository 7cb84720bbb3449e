import type { shares } from "../../catalogue/shares/tables.ts";
import { LATE_PAYMENT_MS } from "./access-sql.ts";
import type { purchases } from "./tables.ts";

/** When (ms) a purchase stops opening a share that ends for buyers too, like `isWithinAccess`; null if it doesn't. */
export function accessEnd(
	{ endsAccess, expiresAt }: Pick<typeof shares.$inferSelect, "endsAccess" | "expiresAt">,
	{ paidAt }: Pick<typeof purchases.$inferSelect, "paidAt">,
): number | null {
	if (!endsAccess || expiresAt === null) return null;
	return paidAt !== null && paidAt > expiresAt ? paidAt + LATE_PAYMENT_MS : expiresAt;
}
