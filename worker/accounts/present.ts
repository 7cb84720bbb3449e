import type { User } from "../contract/accounts.ts";
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

type Names = { displayName: string | null; firstName: string | null; lastName: string | null };

/**
 * The name that a creator has given: display name, else first and last name, never the e-mail address;
 * null when there is none.
 */
export function givenName(row: Names): string | null {
	return (
		row.displayName?.trim() ||
		[row.firstName, row.lastName]
			.map((name) => name?.trim())
			.filter(Boolean)
			.join(" ") ||
		null
	);
}

/** The creator's name for buyers. */
export function creatorName(row: Names): string {
	return givenName(row) ?? "A creator";
}
