import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { editShareInput } from "../../contract/catalogue/shares.ts";
import type { ShareRow } from "./rows.ts";

/** Later than any time, for what never ends. */
const NEVER = Number.MAX_SAFE_INTEGER;

const timeOf = (text: string | null) => (text === null ? null : Date.parse(text));

/** The columns of the times between which a share is open. */
type Restrictions = Partial<Pick<ShareRow, "opensAt" | "expiresAt" | "endsAccess">>;

/** Returns the columns that an edit gives. */
export function restrictionsOf({
	opensAt,
	expiresAt,
	endsAccess,
}: z.output<typeof editShareInput>): Restrictions {
	return {
		...(opensAt !== undefined && { opensAt: timeOf(opensAt) }),
		...(expiresAt !== undefined && { expiresAt: timeOf(expiresAt) }),
		...(endsAccess !== undefined && { endsAccess }),
	};
}

/**
 * The condition that nobody can have paid for a longer access than a share has with these columns: nobody has begun to
 * pay, or the downloads end no earlier than before.
 */
export function endsNoEarlier({ expiresAt, endsAccess }: Restrictions): SQL {
	const endOf = (ends: SQL, at: SQL) =>
		sql`(case when ${ends} then coalesce(${at}, ${NEVER}) else ${NEVER} end)`;
	const before = endOf(sql`shares.ends_access`, sql`shares.expires_at`);
	const after = endOf(
		endsAccess === undefined ? sql`shares.ends_access` : sql`${endsAccess ? 1 : 0}`,
		expiresAt === undefined ? sql`shares.expires_at` : sql`${expiresAt}`,
	);
	return sql`(shares.checkout_begun_at is null or ${after} >= ${before})`;
}
