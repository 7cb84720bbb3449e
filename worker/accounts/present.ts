import { type CreatorNames, givenName, type User } from "../contract/accounts.ts";
import { currentPlan } from "../plans/current-plan.ts";
import type { users } from "./tables.ts";

/** A creator's row in the form that the creator may see. */
export function presentUser(row: typeof users.$inferSelect, now: number): User {
	return {
		id: row.id,
		email: row.email,
		firstName: row.firstName,
		lastName: row.lastName,
		displayName: row.displayName,
		locale: row.locale,
		plan: currentPlan(row, now).id,
		emailVerified: row.emailVerifiedAt !== null,
		totpEnabled: row.totpConfirmedAt !== null,
		createdAt: new Date(row.createdAt).toISOString(),
	};
}

/** The creator's name for buyers. */
export function creatorName(row: CreatorNames): string {
	return givenName(row) ?? "A creator";
}
