import { and, count, eq, gt, lte, sql } from "drizzle-orm";
import type * as z from "zod";
import { MAX_TOKENS } from "../../contract/accounts/access-tokens.ts";
import type {
	DeviceRequest,
	deviceDecisionInput,
} from "../../contract/accounts/device-authorization.ts";
import type { CreatorCtx, Ctx } from "../../core/context.ts";
import { failure } from "../../platform/errors.ts";
import {
	type AttemptLimit,
	countingAttempt,
	keyedLimits,
	refundingAttempt,
	requireCounted,
} from "../../platform/security/attempts.ts";
import { networkLimits } from "../../platform/security/networks.ts";
import { deleteInSteps } from "../../platform/storage/in-steps.ts";
import { isOwnToken } from "../access-tokens/add-token.ts";
import { requireFreshConfirmation } from "../passkeys/require-fresh.ts";
import { requireVerified } from "../require-verified.ts";
import { accessTokens, deviceAuthorizations } from "../tables.ts";
import { whileAuthorized } from "../while-authorized.ts";
import { userCodeKey } from "./user-code.ts";

type Row = typeof deviceAuthorizations.$inferSelect;

/** Codes that were entered and unknown, by one account and from one network. */
function guessLimits({ config, address, user }: CreatorCtx): AttemptLimit[] {
	return [
		{ name: "device-guess", of: user.id, ...config.LIMIT_DEVICE_GUESS_ACCOUNT },
		...networkLimits(address, {
			name: "device-guess-network",
			...config.LIMIT_DEVICE_GUESS_NETWORK,
		}),
	];
}

function requireWaiting({ state, expiresAt }: Pick<Row, "state" | "expiresAt">, now: number): void {
	if (state !== "waiting") throw failure("device_code.used");
	if (expiresAt <= now) throw failure("device_code.expired");
}

/** Returns the authorization with this code that waits for a decision; unknown codes count as guesses. */
async function findWaiting(ctx: CreatorCtx, userCode: string): Promise<Row> {
	const limits = await keyedLimits(ctx, guessLimits(ctx));
	const key = await userCodeKey(ctx, userCode);
	const [counted, [row]] = await ctx.db.batch([
		countingAttempt(ctx, limits),
		ctx.db.select().from(deviceAuthorizations).where(eq(deviceAuthorizations.userCodeKey, key)),
	]);
	await requireCounted(ctx, limits, counted);
	if (!row) throw failure("device_code.unknown");
	await refundingAttempt(ctx, limits);
	requireWaiting(row, ctx.now());
	return row;
}

/**
 * Returns what the program with this code asks for. Throws `device_code.unknown`, `device_code.expired`,
 * `device_code.used`, `rate.limited`.
 */
export async function showDeviceRequest(
	ctx: CreatorCtx,
	{ userCode }: { userCode: string },
): Promise<DeviceRequest> {
	const { name, clientId, scopes, country, userAgent, ...row } = await findWaiting(ctx, userCode);
	return {
		userCode,
		name,
		clientId,
		scopes,
		country,
		userAgent,
		createdAt: new Date(row.createdAt).toISOString(),
		expiresAt: new Date(row.expiresAt).toISOString(),
	};
}

/**
 * Lets a program have the token it asks for, or refuses it, once. A confirmation needs what a token made in the
 * settings needs; the token itself is made when the program asks next. Throws as `showDeviceRequest`, and
 * `account.email_unverified`, `account.confirmation_required`, `forbidden` for a wrong password,
 * `access_token.too_many`.
 */
export async function decideDeviceRequest(
	ctx: CreatorCtx,
	{ userCode, decision, password }: z.output<typeof deviceDecisionInput>,
): Promise<void> {
	const { deviceCodeHash } = await findWaiting(ctx, userCode);
	const own = eq(deviceAuthorizations.deviceCodeHash, deviceCodeHash);
	const isWaiting = and(
		own,
		eq(deviceAuthorizations.state, "waiting"),
		gt(deviceAuthorizations.expiresAt, ctx.now()),
	);
	if (decision === "confirm") {
		await requireVerified(ctx);
		const [tokens] = await ctx.db
			.select({ n: count() })
			.from(accessTokens)
			.where(and(eq(accessTokens.userId, ctx.user.id), isOwnToken));
		if ((tokens?.n ?? 0) >= MAX_TOKENS) throw failure("access_token.too_many");
		await requireFreshConfirmation(ctx, { password });
	}
	const [[decided]] = await ctx.db.batch([
		ctx.db
			.update(deviceAuthorizations)
			.set(
				decision === "confirm" ? { state: "confirmed", userId: ctx.user.id } : { state: "denied" },
			)
			.where(isWaiting)
			.returning({ one: sql`1` }),
		whileAuthorized(ctx),
	]);
	if (decided) return;
	const [row] = await ctx.db.select().from(deviceAuthorizations).where(own);
	if (row) requireWaiting(row, ctx.now());
	throw failure("device_code.unknown");
}

/** Deletes authorizations whose time is over, whatever became of them. */
export async function pruneDeviceAuthorizations(ctx: Ctx): Promise<void> {
	await deleteInSteps(ctx, deviceAuthorizations, lte(deviceAuthorizations.expiresAt, ctx.now()));
}
