import type { Ctx } from "../core/context.ts";
import { type AttemptLimit, isLoopback } from "../platform/security/attempts.ts";
import { networkLimits } from "../platform/security/networks.ts";

const MINUTE_MS = 60 * 1000;

/** The account's own limit never waits longer than a minute, so that an attacker can't lock its owner out. */
export function passwordLimits({ config, address }: Ctx, account: string) {
	const here = { name: "password-here", ...config.LIMIT_PASSWORD_HERE };
	return {
		own: [
			...networkLimits(address, here, account),
			{ name: "password-account", of: account, ...config.LIMIT_PASSWORD_ACCOUNT },
		],
		shared: networkLimits(address, { name: "password-network", ...config.LIMIT_PASSWORD_NETWORK }),
	};
}

export function passkeyLimits({ config, address }: Ctx): AttemptLimit[] {
	return networkLimits(address, { name: "passkey-network", ...config.LIMIT_PASSWORD_NETWORK });
}

export function codeLimit({ config }: Ctx, userId: string): AttemptLimit {
	return { name: "totp", of: userId, ...config.LIMIT_SECOND_FACTOR };
}

/** Includes failures, which reveal whether an address has an account. Deleting the account doesn't reset them. */
export function registerLimits(ctx: Ctx, email: string): AttemptLimit[] {
	const { config, address } = ctx;
	const local = config.LOOPBACK_REGISTRATIONS_PER_MINUTE;
	const networks: AttemptLimit[] =
		local > 0 && isLoopback(address)
			? [
					{
						name: "register-minute",
						of: String(Math.floor(ctx.now() / MINUTE_MS)),
						// The attempt after the free ones is allowed and begins the wait.
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

export function mailLimits({ config, address }: Ctx, name: string, email: string): AttemptLimit[] {
	return [
		{ name: `${name}-mail`, of: email, ...config.LIMIT_ACCOUNT_MAIL_ADDRESS },
		...networkLimits(address, {
			name: `${name}-mail-network`,
			...config.LIMIT_ACCOUNT_MAIL_NETWORK,
		}),
	];
}
