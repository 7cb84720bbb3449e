import type { Ctx } from "../context.ts";
import { type AttemptLimit, isLoopback, networkOf } from "../platform/security/attempts.ts";

const MINUTE_MS = 60 * 1000;

/**
 * The limits for password guesses. One account from one network waits longest; the account as a whole
 * never longer than a minute, so that an attacker cannot lock its owner out from elsewhere.
 */
export function passwordLimits({ config, address }: Ctx, account: string) {
	const network = networkOf(address);
	return {
		here: { name: "password-here", of: `${account}|${network}`, ...config.LIMIT_PASSWORD_HERE },
		account: { name: "password-account", of: account, ...config.LIMIT_PASSWORD_ACCOUNT },
		network: { name: "password-network", of: network, ...config.LIMIT_PASSWORD_NETWORK },
	} satisfies Record<string, AttemptLimit>;
}

/** Attempts to sign in with a passkey from one network; there is no account to count them by. */
export function passkeyLimit({ config, address }: Ctx): AttemptLimit {
	return { name: "passkey-network", of: networkOf(address), ...config.LIMIT_PASSWORD_NETWORK };
}

/** Guesses at the second factor by a caller who knows the password. */
export function codeLimit({ config }: Ctx, userId: string): AttemptLimit {
	return { name: "totp", of: userId, ...config.LIMIT_SECOND_FACTOR };
}

/**
 * Registrations from one network and of one address, successful or not: they create accounts, send mails,
 * and reveal whether an address has an account. Deleting the account resets none of these counts.
 */
export function registerLimits(ctx: Ctx, email: string): AttemptLimit[] {
	const { config, address } = ctx;
	const local = config.LOOPBACK_REGISTRATIONS_PER_MINUTE;
	const network: AttemptLimit =
		local > 0 && isLoopback(address)
			? {
					name: "register-minute",
					of: String(Math.floor(ctx.now() / MINUTE_MS)),
					// The attempt after the free ones is allowed too and begins the wait.
					free: local - 1,
					firstWaitMs: MINUTE_MS,
					maxWaitMs: MINUTE_MS,
					resetAfterMs: MINUTE_MS,
				}
			: { name: "register", of: networkOf(address), ...config.LIMIT_REGISTER_NETWORK };
	return [
		network,
		{ name: "register-address", of: email.toLowerCase(), ...config.LIMIT_REGISTER_ADDRESS },
	];
}

/** Mails that anyone can have sent to an address: few to one address, more from one network. */
export function mailLimits({ config, address }: Ctx, name: string, email: string): AttemptLimit[] {
	return [
		{ name: `${name}-mail`, of: email, ...config.LIMIT_ACCOUNT_MAIL_ADDRESS },
		{ name: `${name}-mail-network`, of: networkOf(address), ...config.LIMIT_ACCOUNT_MAIL_NETWORK },
	];
}
