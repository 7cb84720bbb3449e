import * as z from "zod";
import { DEFAULT_APP_NAME } from "../contract/constants.ts";
import { log } from "./log.ts";
import { addressOf } from "./mail/sender-address.ts";

/** A domain without a dot is for local use. */
export const mailAddress = z
	.string()
	.trim()
	.regex(
		/^[^\s@<>,;:"]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i,
		"Must be an address, such as you@example.com",
	);

/** An address, or a name with one, such as `Shop <mail@example.com>`. */
const mailSender = z
	.string()
	.refine(
		(sender) => mailAddress.safeParse(addressOf(sender).email).success,
		"Must be an address or a name with one, such as Shop <mail@example.com>",
	);

/** Any value but words for "no" pauses: a typo in a hurry must not keep the Worker from starting. */
export const pausing = z
	.string()
	.default("")
	.transform((value) => !["", "false", "no", "off", "0"].includes(value.trim().toLowerCase()));

/** Comments are copied into docs/reference.md by `npm run docs`. */
export const platformVariables = z.object({
	/** the product's name in pages and mails */
	APP_NAME: z.string().min(1).default(DEFAULT_APP_NAME),
	/** base of links in mails and redirects, never taken from `Host`; set by a deploy */
	APP_ORIGIN: z.url().transform((url) => new URL(url).origin),
	/** at least 32 characters; signs upload permissions, mailed links and the audit log; made by a deploy */
	APP_SECRET: z.string().min(32),
	/** from <https://dashboard.stripe.com/apikeys> */
	STRIPE_SECRET_KEY: z.string().min(1),
	/** its public counterpart */
	STRIPE_PUBLISHABLE_KEY: z.string().min(1),
	/** checks events; without it the webhook responds 404; made by a deploy */
	STRIPE_WEBHOOK_SECRET: z.string().default(""),
	/** the same for events of connected accounts */
	STRIPE_CONNECT_WEBHOOK_SECRET: z.string().default(""),
	/** Stripe's address; for the local sandbox only */
	STRIPE_API_BASE: z.url().optional(),
	/** the sender, such as `Shop <mail@example.com>`; made from the domain by a deploy */
	MAIL_FROM: mailSender,
	/**
	 * HTTP mail provider used instead of the e-mail binding: gets `POST` with JSON
	 * `{ from, to, subject, text, html, headers }` and an `Idempotency-Key`, and answers 2xx
	 */
	MAIL_HTTP_URL: z.url().optional(),
	/** sent to it as `Authorization: Bearer …` */
	MAIL_HTTP_TOKEN: z.string().optional(),
	/** Nothing is refused: mails wait in the outbox, and deep health reports `mail` once they are late. */
	PAUSE_MAIL: pausing,
	/** mails per hour that anyone can cause to one address; one is reserved for password resets */
	MAILS_PER_ADDRESS: z.coerce.number().int().min(2).default(3),
	/** such mails per hour caused from one network */
	MAILS_PER_NETWORK: z.coerce.number().int().min(1).default(30),
	/** such mails per hour on behalf of one creator; later notices follow in the next hours */
	MAILS_PER_SENDER: z.coerce.number().int().min(1).default(60),
	/** Cloudflare Turnstile, for forms that strangers can flood; without both keys no challenge is shown */
	TURNSTILE_SITE_KEY: z.string().default(""),
	/** its secret counterpart */
	TURNSTILE_SECRET_KEY: z.string().default(""),
	/** the URL that verifies tokens; changed only by tests */
	TURNSTILE_VERIFY_URL: z
		.url()
		.default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
});

const PAIR = ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"];

/** Returns a variable that is set without others that it needs, and those. */
export function halfSetOf(vars: object): { name: string; missing: string }[] {
	const has = new Set(Object.entries(vars).flatMap(([name, value]) => (value ? [name] : [])));
	const [name = "", ...rest] = PAIR.filter((one) => has.has(one));
	const [missing = ""] = PAIR.filter((one) => !has.has(one));
	return name && rest.length === 0 ? [{ name, missing }] : [];
}

export type PlatformConfig = z.infer<typeof platformVariables>;

/**
 * Parsed once per isolate. An empty variable counts as absent, and so does half a pair: one feature less is better
 * than no page. Throws an error that names the missing variables.
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

export const platformConfigOf = configParser(platformVariables);
