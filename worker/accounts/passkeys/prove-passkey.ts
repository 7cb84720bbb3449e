import { eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../core/context.ts";
import { users } from "../../core/tables.ts";
import { SIGNED_TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { base64url } from "../../platform/ids.ts";
import {
	type AttemptLimit,
	countingAttempt,
	keyedLimits,
	refundingAttempt,
	requireCounted,
	resettingAttempts,
} from "../../platform/security/attempts.ts";
import { checkSignedToken, signToken } from "../../platform/tokens/signed-tokens.ts";
import { passkeys } from "../tables.ts";
import type { Assertion, AssertionOptions } from "./contract.ts";
import { challengeIn, relyingParty, verifyAssertion } from "./verify.ts";

type Passkey = typeof passkeys.$inferSelect;

export const userHandle = (userId: string) => base64url(new TextEncoder().encode(userId));

export const descriptors = (rows: readonly Pick<Passkey, "credentialId" | "transports">[]) =>
	rows.map(({ credentialId, transports }) => ({
		id: credentialId,
		type: "public-key" as const,
		transports,
	}));

/** A challenge is invalid for any other ceremony, session, browser or account. */
export type Ceremony = {
	readonly purpose: "add" | "confirm" | "second-step" | "sign-in";
	/** hash of the session's or the browser's token, or the account's id */
	readonly subject: string;
};

const PURPOSE = SIGNED_TOKENS.passkeyChallenge;
const subjectOf = ({ purpose, subject }: Ceremony) => `${purpose}|${subject}`;

export async function newChallenge(ctx: Ctx, ceremony: Ceremony): Promise<string> {
	return (await signToken(ctx, PURPOSE, subjectOf(ceremony))).text;
}

export const checkChallenge = (ctx: Ctx, ceremony: Ceremony, challenge: string) =>
	checkSignedToken(ctx, PURPOSE, subjectOf(ceremony), challenge);

export async function assertionOptions(
	ctx: Ctx,
	ceremony: Ceremony,
	rows: readonly Passkey[],
): Promise<AssertionOptions> {
	return {
		challenge: await newChallenge(ctx, ceremony),
		rpId: relyingParty(ctx).id,
		allowCredentials: descriptors(rows),
		userVerification: "required",
		timeout: PURPOSE.lifeMs,
	};
}

type Proof = {
	ceremony: Ceremony;
	response: Assertion;
	limits: readonly AttemptLimit[];
	/** omitted at a sign-in, which names no account */
	userId?: string;
};

/**
 * Spends the challenge. The returned statements record the use and uncount the attempt. Throws
 * `account.passkey_refused` whatever is wrong.
 */
export async function provePasskey(ctx: Ctx, { ceremony, response, limits, userId }: Proof) {
	const challenge = challengeIn(response);
	const { spend } = await checkChallenge(ctx, ceremony, challenge);
	const keyed = await keyedLimits(ctx, limits);
	const isMeant = eq(passkeys.credentialId, response.id);
	const [counted, spent, [passkey], [user]] = await ctx.db.batch([
		countingAttempt(ctx, keyed),
		spend,
		ctx.db.select().from(passkeys).where(isMeant),
		ctx.db
			.select()
			.from(users)
			.where(
				inArray(users.id, ctx.db.select({ id: passkeys.userId }).from(passkeys).where(isMeant)),
			),
	]);
	await requireCounted(ctx, keyed, counted);
	const handle = response.response.userHandle;
	const isOwners =
		user?.deletedAt === null &&
		(userId === undefined ? handle !== undefined : userId === user.id) &&
		(handle === undefined || handle === userHandle(user.id));
	const proven =
		passkey && isOwners && spent.length > 0
			? await verifyAssertion(ctx, passkey, response, challenge)
			: null;
	if (!proven || !user || !passkey) throw failure("account.passkey_refused");
	const { counter, backedUp } = proven;
	const statements = [
		ctx.db
			.update(passkeys)
			.set({
				counter: sql`max(${passkeys.counter}, ${counter})`,
				backedUp,
				lastUsedAt: ctx.now(),
			})
			.where(eq(passkeys.id, passkey.id)),
		userId === undefined ? refundingAttempt(ctx, keyed) : resettingAttempts(ctx, keyed),
	] as const;
	return { user, statements };
}
