import { count, eq, sql } from "drizzle-orm";
import { recordOwnAct } from "../../core/audit-log/record-act.ts";
import type { CreatorCtx } from "../../core/context.ts";
import { SIGNED_TOKENS } from "../../core/token-purposes.ts";
import { failure } from "../../platform/errors.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { flushOutbox } from "../../platform/mail/outbox.ts";
import { isUniqueViolation } from "../../platform/storage/db.ts";
import { requireHolds } from "../../platform/storage/ending-batch.ts";
import { namedBatch } from "../../platform/storage/named-batch.ts";
import type { TotpConfirmed } from "../contract.ts";
import { securityMail } from "../mails.ts";
import { cleanName } from "../names.ts";
import { hasApp, hasPasskeys, newRecoveryCodes } from "../recovery-codes.ts";
import { requireFreshConfirmation, requireVerified, whileAuthorized } from "../requirements.ts";
import { provingFactor } from "../sessions.ts";
import { passkeys } from "../tables.ts";
import { type Attestation, type AttestationOptions, MAX_PASSKEYS } from "./contract.ts";
import {
	type Ceremony,
	checkChallenge,
	descriptors,
	newChallenge,
	userHandle,
} from "./prove-passkey.ts";
import { ALGORITHMS, challengeIn, relyingParty, verifyAttestation } from "./verify.ts";

const adding = (ctx: CreatorCtx): Ceremony => ({
	purpose: "add",
	subject: ctx.credentials.sessionHash ?? "",
});

export async function beginPasskey(
	ctx: CreatorCtx,
	{ password }: { password?: string | undefined },
): Promise<AttestationOptions> {
	await requireVerified(ctx);
	await requireFreshConfirmation(ctx, password);
	const { id, email } = ctx.user;
	const known = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, id));
	if (known.length >= MAX_PASSKEYS) throw failure("passkey.too_many");
	const { id: rpId, name } = relyingParty(ctx);
	return {
		challenge: await newChallenge(ctx, adding(ctx)),
		rp: { id: rpId, name },
		user: { id: userHandle(id), name: email, displayName: email },
		pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
		excludeCredentials: descriptors(known),
		authenticatorSelection: {
			residentKey: "required",
			requireResidentKey: true,
			userVerification: "required",
		},
		attestation: "none",
		timeout: SIGNED_TOKENS.passkeyChallenge.lifeMs,
	};
}

/** Returns recovery codes for the first second factor; otherwise the existing ones stay valid. */
export async function addPasskey(
	ctx: CreatorCtx,
	{ name, passkey: response }: { name: string; passkey: Attestation },
): Promise<TotpConfirmed> {
	const { id: userId } = ctx.user;
	const challenge = challengeIn(response);
	const { spend } = await checkChallenge(ctx, adding(ctx), challenge);
	const made = (await spend).length > 0 ? await verifyAttestation(ctx, response, challenge) : null;
	if (!made) throw failure("account.passkey_refused");
	const recovery = await newRecoveryCodes(ctx, userId);
	const hasRoom = sql`(${countOf(ctx, userId)}) < ${MAX_PASSKEYS}`;
	const isFirst = sql`not ${hasPasskeys(userId)} and not ${hasApp(userId)}`;
	const row = {
		id: ctx.id(),
		userId,
		...made,
		name: cleanName(name) ?? "Passkey",
		createdAt: ctx.now(),
		lastUsedAt: null,
	};
	const { codes } = await namedBatch(ctx.db, {
		room: requireHolds(ctx, hasRoom, "passkey.too_many"),
		// Must precede the statement that adds the passkey: the condition reads the former state.
		codes: recovery.issuing(isFirst),
		mail: queueMail(ctx, securityMail(ctx, { ...ctx.user, change: "passkeyAdded" })),
		act: recordOwnAct(ctx, userId, { act: "passkey.added", details: { subject: row.name } }),
		firstAct: recordOwnAct(ctx, userId, { act: "second_factor.on" }, isFirst),
		added: ctx.db.insert(passkeys).values(row),
		proven: provingFactor(ctx),
		authorized: whileAuthorized(ctx),
	}).catch((error: unknown) => {
		throw isUniqueViolation(error) ? failure("passkey.exists") : error;
	});
	flushOutbox(ctx);
	return { recoveryCodes: codes.length > 0 ? recovery.codes : [] };
}

const countOf = ({ db }: CreatorCtx, userId: string) =>
	db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId));
