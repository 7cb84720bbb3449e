import type { Ctx } from "../context.ts";
import { type AttemptLimit, networkOf } from "../platform/attempts.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * What a guess at a password is counted against. One account from one network waits longest; the
 * account as a whole never longer than a minute, so that nobody can lock its owner out from elsewhere.
 */
export function passwordLimits(ctx: Ctx, account: string) {
	const network = networkOf(ctx.address);
	return {
		here: {
			name: "password-here",
			of: `${account}|${network}`,
			free: 5,
			firstWaitMs: SECOND,
			maxWaitMs: 15 * MINUTE,
			forgetMs: 24 * HOUR,
		},
		account: {
			name: "password-account",
			of: account,
			free: 20,
			firstWaitMs: SECOND,
			maxWaitMs: MINUTE,
			forgetMs: 24 * HOUR,
		},
		network: {
			name: "password-network",
			of: network,
			free: 50,
			firstWaitMs: SECOND,
			maxWaitMs: 5 * MINUTE,
			forgetMs: HOUR,
		},
	} satisfies Record<string, AttemptLimit>;
}

/** Guesses at the second factor, by somebody who knows the password already. */
export function codeLimit(userId: string): AttemptLimit {
	return {
		name: "totp",
		of: userId,
		free: 5,
		firstWaitMs: SECOND,
		maxWaitMs: 30 * MINUTE,
		forgetMs: 24 * HOUR,
	};
}

/** Looking for addresses that have accounts, by trying to register them. */
export function registerLimit(ctx: Ctx): AttemptLimit {
	return {
		name: "register",
		of: networkOf(ctx.address),
		free: 20,
		firstWaitMs: SECOND,
		maxWaitMs: 5 * MINUTE,
		forgetMs: HOUR,
	};
}

/** Mails that anybody can have sent to an address: few to one address, more from one network. */
export function mailLimits(ctx: Ctx, name: string, email: string): AttemptLimit[] {
	const policy = { firstWaitMs: MINUTE, maxWaitMs: HOUR, forgetMs: 2 * HOUR };
	return [
		{ name: `${name}-mail`, of: email, free: 3, ...policy },
		{ name: `${name}-mail-network`, of: networkOf(ctx.address), free: 30, ...policy },
	];
}
