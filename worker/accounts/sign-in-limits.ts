import type { Ctx } from "../core/context.ts";
import { type AttemptLimit, isLoopback } from "../platform/security/attempts.ts";
import { networkLimits } from "../platform/security/networks.ts";

const MINUTE_MS = 60 * 1000;

/**
 * The limits for password guesses. One account from one network waits longest; the account as a whole never longer
 * than a minute, so that an attacker can't lock its owner out from elsewhere.
 */
export function passwordLimits({ config, address }: Ctx, account: string) {
	const here = { name: "password-here", ...config.LIMIT_PASSWORD_HERE };
	return {
		/** of this account */
		own: [
			...networkLimits(address, here, account),
			{ name: "password-account", of: account, ...config.LIMIT_PASSWORD_ACCOUNT },
		],
		/** shared by the whole network */
		shared: networkLimits(address, { name: "password-network", ...config.LIMIT_PASSWORD_NETWORK }),
	};
}

/** Passkey sign-ins from one network; there is no account to count them by. */
export function passkeyLimits({ config, address }: Ctx): AttemptLimit[] {
	return networkLimits(address, { name: "passkey-network", ...config.LIMIT_PASSWORD_NETWORK });
}

/** Guesses at the second factor by a caller who knows the password. */
export function codeLimit({ config }: Ctx, userId: string): AttemptLimit {
	return { name: "totp", of: userId, ...config.LIMIT_SECOND_FACTOR };
}

/**
 * Registrations from one network and of one address, successful or not: they create accounts, send mails, and reveal
 * whether an address has an account. Deleting the account doesn't reset them.
 */
export function registerLimits(ctx: Ctx, email: string): AttemptLimit[] {
	const { config, address } = ctx;
	const local = config.LOOPBACK_REGISTRATIONS_PER_MINUTE;
	const networks: AttemptLimit[] =
		local > 0 && isLoopback(address)
			? [
					{
						name: "register-minute",
						of: String(Math.floor(ctx.now() / MINUTE_MS)),
						// The attempt after the free ones is also allowed, and begins the wait.
						free: local - 1,
						firstWaitMs: MINUTE_MS,
						maxWaitMs: MINUTE_MS,
						resetAfterMs: MINUTE_MS,
					},
				]
			: networkLimits(address, { name: "register", ...config.LIMIT_REGISTER_NETWORK });
	return [
		...networks,
		{ name: "register-address", of: email.toLowerCase(), ...config.LIMIT_REGISTER_ADDRESS },
	];
}

/** Mails that anyone can trigger: few to one address, more from one network. */
export function mailLimits({ config, address }: Ctx, name: string, email: string): AttemptLimit[] {
	return [
		{ name: `${name}-mail`, of: email, ...config.LIMIT_ACCOUNT_MAIL_ADDRESS },
		...networkLimits(address, {
			name: `${name}-mail-network`,
			...config.LIMIT_ACCOUNT_MAIL_NETWORK,
		}),
	];
}
