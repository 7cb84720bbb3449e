import * as z from "zod";
import { DEFAULT_APP_NAME } from "../contract/constants.ts";
import { log } from "./log.ts";
import { addressOf } from "./mail/sender-address.ts";

/** A mail address in an operator's variable; without a dot in its domain for local use. */
export const mailAddress = z
	.string()
	.trim()
	.regex(
		/^[^\s@<>,;:"]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i,
		"Must be an address, such as you@example.com",
	);

/** The sender of mails: an address, or a name with one, such as `Shop <mail@example.com>`. */
const mailSender = z
	.string()
	.refine(
		(sender) => mailAddress.safeParse(addressOf(sender).email).success,
		"Must be an address or a name with one, such as Shop <mail@example.com>",
	);

/**
 * A switch that pauses a part of the service. Set in a hurry, so any value but the usual words for "no" pauses, and
 * none keeps the Worker from starting.
 */
export const pausing = z
	.string()
	.default("")
	.transform((value) => !["", "false", "no", "off", "0"].includes(value.trim().toLowerCase()));

export const platformVariables = z.object({
	APP_NAME: z.string().min(1).default(DEFAULT_APP_NAME),
	/** the base of links in mails and redirects; never taken from `Host` */
	APP_ORIGIN: z.url().transform((url) => new URL(url).origin),
	/** at least 32 characters; signs capabilities and e-mail links */
	APP_SECRET: z.string().min(32),
	STRIPE_SECRET_KEY: z.string().min(1),
	STRIPE_PUBLISHABLE_KEY: z.string().min(1),
	/** empty: the webhook responds 404, since without a secret anyone could forge events */
	STRIPE_WEBHOOK_SECRET: z.string().default(""),
	/** secret of the endpoint for events of connected accounts */
	STRIPE_CONNECT_WEBHOOK_SECRET: z.string().default(""),
	/** the provider's address, for the local sandbox only */
	STRIPE_API_BASE: z.url().optional(),
	MAIL_FROM: mailSender,
	/** an HTTP endpoint that accepts mails as JSON; without it the e-mail binding sends */
	MAIL_HTTP_URL: z.url().optional(),
	MAIL_HTTP_TOKEN: z.string().optional(),
	/** "true": mails wait in the outbox */
	PAUSE_MAIL: pausing,
	/** mails per hour that anyone can cause: to one address, from one network, on behalf of one sender */
	MAILS_PER_ADDRESS: z.coerce.number().int().min(2).default(3),
	MAILS_PER_NETWORK: z.coerce.number().int().min(1).default(30),
	MAILS_PER_SENDER: z.coerce.number().int().min(1).default(60),
	/** keys of Cloudflare Turnstile; without both, no challenge is shown */
	TURNSTILE_SITE_KEY: z.string().default(""),
	TURNSTILE_SECRET_KEY: z.string().default(""),
	/** where tokens are verified; changed only by tests */
	TURNSTILE_VERIFY_URL: z
		.url()
		.default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
});

/** Variables that work only together. */
const PAIRS = [["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"]] as const;

/** Returns the variables that are set without the other one of their pair, with that one. */
export function halfSetOf(vars: object): { name: string; missing: string }[] {
	const has = (name: string) => Object.entries(vars).some(([key, value]) => key === name && value);
	return PAIRS.flatMap(([one, other]) => {
		if (has(one) === has(other)) return [];
		const [name, missing] = has(one) ? [one, other] : [other, one];
		return [{ name, missing }];
	});
}

export type PlatformConfig = z.infer<typeof platformVariables>;

/**
 * Returns a function that parses the variables and secrets once per isolate; an empty one counts as absent. So does
 * half a pair, with a warning: one feature less is better than no page. Throws an error that names what is missing.
 */
export function configParser<T>(schema: z.ZodType<T>): (env: object) => T {
	const parsed = new WeakMap<object, T>();
	return (env) => {
		const known = parsed.get(env);
		if (known) return known;
		const halfSet = halfSetOf(env);
		for (const half of halfSet) log("warn", "config.half_set", half);
		const set = Object.entries(env).filter(
			([name, value]) => value !== "" && !halfSet.some((half) => half.name === name),
		);
		const result = schema.safeParse(Object.fromEntries(set));
		if (!result.success) {
			const names = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
			throw new Error(`Configuration is not complete — ${names.join("; ")}`);
		}
		parsed.set(env, result.data);
		return result.data;
	};
}

/** For code that runs before there is a context. */
export const platformConfigOf = configParser(platformVariables);
