import { type SQL, sql } from "drizzle-orm";
import type { ShareRow } from "./rows.ts";

const NEVER = Number.MAX_SAFE_INTEGER;

/** True if nobody has begun to pay, or if downloads end no earlier than before. */
export function endsNoEarlier({ expiresAt, endsAccess }: Partial<ShareRow>): SQL {
	const endOf = (ends: SQL, at: SQL) =>
		sql`(case when ${ends} then coalesce(${at}, ${NEVER}) else ${NEVER} end)`;
	const before = endOf(sql`shares.ends_access`, sql`shares.expires_at`);
	const after = endOf(
		endsAccess === undefined ? sql`shares.ends_access` : sql`${endsAccess ? 1 : 0}`,
		expiresAt === undefined ? sql`shares.expires_at` : sql`${expiresAt}`,
	);
	return sql`(shares.checkout_begun_at is null or ${after} >= ${before})`;
}
