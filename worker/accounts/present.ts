import type { users } from "../core/tables.ts";
import type { User } from "./contract.ts";
import { currentPlan } from "./plans/current-plan.ts";

export function presentUser(row: typeof users.$inferSelect, now: number): User {
	return {
		id: row.id,
		email: row.email,
		firstName: row.firstName,
		lastName: row.lastName,
		displayName: row.displayName,
		thanks: row.thanks,
		locale: row.locale,
		currency: row.currency,
		plan: currentPlan(row, now).id,
		emailVerified: row.emailVerifiedAt !== null,
		totpEnabled: row.totpConfirmedAt !== null,
		suspended: row.suspendedAt !== null,
		createdAt: new Date(row.createdAt).toISOString(),
	};
}
