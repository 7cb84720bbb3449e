import { and, eq, type SQL, sql } from "drizzle-orm";
import { tokenOwner } from "../../accounts/access-tokens/admit-token.ts";
import { sessionOwner } from "../../accounts/sessions.ts";
import { HOUR_MS, MINUTE_MS, RETENTION } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { repeatable } from "../../platform/retrying.ts";
import { mac } from "../../platform/security/crypto.ts";
import { networkOf } from "../../platform/security/networks.ts";
import { insertWhen } from "../../platform/storage/insert-when.ts";
import { idempotencyKeys } from "./tables.ts";

/** ms that a request without a response counts as running */
const LEASE_MS = MINUTE_MS;
/** ms; the body is stored while it arrives */
const STREAM_LEASE_MS = 15 * MINUTE_MS;

export type KeyRecord = typeof idempotencyKeys.$inferSelect;

export type KeyedRequest = {
	readonly method: string;
	readonly path: string;
	readonly key: string;
	readonly fingerprint: string | null;
	/** may run again if nobody knows its outcome */
	readonly isRepeatable: boolean;
};

export function credentialOf({ credentials, address }: Ctx): string {
	const { tokenHash, sessionHash, buyerHash } = credentials;
	return tokenHash ?? sessionHash ?? buyerHash ?? `network|${networkOf(address)}`;
}

/** Shared by the account's sessions and tokens; null for an invalid token. */
async function ownerOf(ctx: Ctx): Promise<SQL> {
	const { tokenHash, buyerHash } = ctx.credentials;
	if (tokenHash) return tokenOwner(ctx, tokenHash);
	const anonymous = buyerHash ? `buyer|${buyerHash}` : `network|${networkOf(ctx.address)}`;
	const fallback = await mac(ctx.config.APP_SECRET, `idempotency-owner|${anonymous}`);
	return ctx.credentials.sessionHash
		? sql`coalesce(${sessionOwner(ctx)}, ${fallback})`
		: sql`${fallback}`;
}

/** Claims a key in one round trip, or returns the earlier record; null for an invalid token. */
export async function claimKey(
	ctx: Ctx,
	request: KeyedRequest,
): Promise<{ claimed: KeyRecord } | { earlier: KeyRecord } | null> {
	const { method, path, key, fingerprint, isRepeatable } = request;
	const requestKey = await mac(
		ctx.config.APP_SECRET,
		`idempotency-key|${JSON.stringify([method, path, key])}`,
	);
	const now = ctx.now();
	const owner = await ownerOf(ctx);
	const runId = ctx.id();
	const fields = {
		runId,
		fingerprint,
		status: null,
		response: null,
		leaseUntil: now + (fingerprint === null ? STREAM_LEASE_MS : LEASE_MS),
		expiresAt: now + RETENTION.idempotencyHours * HOUR_MS,
	};
	const table = idempotencyKeys;
	const isExpired = sql`${table.expiresAt} <= ${now}`;
	// Its response was lost.
	const isOwn = sql`${table.runId} = ${runId}`;
	const isAbandoned = sql`${table.status} is null and ${table.leaseUntil} <= ${now} and ${table.fingerprint} = ${fingerprint}`;
	const mayTake = isRepeatable
		? sql`${isExpired} or ${isOwn} or (${isAbandoned})`
		: sql`${isExpired} or ${isOwn}`;
	const [[claimed], [earlier]] = await repeatable(() =>
		ctx.db.batch([
			insertWhen(
				ctx.db,
				table,
				{ owner: sql`caller`, requestKey, ...fields },
				sql`caller is not null`,
				sql`(select ${owner} as caller)`,
			)
				.onConflictDoUpdate({
					target: [table.owner, table.requestKey],
					set: fields,
					setWhere: mayTake,
				})
				.returning(),
			ctx.db
				.select()
				.from(table)
				.where(and(eq(table.owner, owner), eq(table.requestKey, requestKey))),
		]),
	);
	if (claimed) return { claimed };
	return earlier ? { earlier } : null;
}
