import { z } from "zod";
import { DELETED_SHARE_KEEP_DAYS, GIB } from "../contract/constants.ts";
import { USUAL_STORAGE } from "../contract/plans.ts";
import { attemptPolicy } from "./security/attempt-policy.ts";

/** A variable in GB, parsed to bytes; `production` in bytes. */
function gigabytes(production: number) {
	return z.coerce
		.number()
		.positive()
		.default(production / GIB)
		.transform((size) => Math.floor(size * GIB));
}

/**
 * Limits against abuse, with production's values as defaults. An attempt limit is
 * `free attempts, first wait, longest wait, memory`, the times in seconds.
 */
const limits = {
	/** guesses at one account's password from one network, at one account, and from one network */
	LIMIT_PASSWORD_HERE: attemptPolicy("5,1,900,86400"),
	LIMIT_PASSWORD_ACCOUNT: attemptPolicy("20,1,60,86400"),
	LIMIT_PASSWORD_NETWORK: attemptPolicy("50,1,300,3600"),
	/** guesses at an account's second factor */
	LIMIT_SECOND_FACTOR: attemptPolicy("5,1,1800,86400"),
	/** registrations from one network and of one address, successful or not */
	LIMIT_REGISTER_NETWORK: attemptPolicy("10,60,3600,21600"),
	LIMIT_REGISTER_ADDRESS: attemptPolicy("5,60,900,86400"),
	/** above 0: that many registrations a minute from the machine itself, in place of the network's limit */
	LOOPBACK_REGISTRATIONS_A_MINUTE: z.coerce.number().int().min(0).default(0),
	/** reset and confirmation mails asked for, to one address and from one network */
	LIMIT_ACCOUNT_MAIL_ADDRESS: attemptPolicy("3,60,3600,7200"),
	LIMIT_ACCOUNT_MAIL_NETWORK: attemptPolicy("30,60,3600,7200"),
	/** support requests and reports of abuse from one network */
	LIMIT_MESSAGES: attemptPolicy("5,60,3600,7200"),
	/** claims of direct payments by one buyer, and from one network to one creator */
	LIMIT_CLAIM_BUYER: attemptPolicy("5,30,3600,86400"),
	LIMIT_CLAIM_NETWORK: attemptPolicy("15,30,3600,86400"),
	/** looking for purchases by one address and from one network */
	LIMIT_FIND_PURCHASES_ADDRESS: attemptPolicy("4,60,3600,86400"),
	LIMIT_FIND_PURCHASES_NETWORK: attemptPolicy("15,60,3600,86400"),
	/** mails an hour that anyone can cause: to one address, from one network, on behalf of one creator */
	MAILS_PER_ADDRESS: z.coerce.number().int().min(2).default(3),
	MAILS_PER_NETWORK: z.coerce.number().int().min(1).default(30),
	MAILS_PER_CREATOR: z.coerce.number().int().min(1).default(60),
	/** what creators may keep in the store, in GB of base 1024: unconfirmed addresses, and each plan */
	STORAGE_UNVERIFIED_GB: gigabytes(USUAL_STORAGE.unverified),
	STORAGE_FREE_GB: gigabytes(USUAL_STORAGE.free),
	STORAGE_PRO_GB: gigabytes(USUAL_STORAGE.pro),
	/** viewers of one share that are counted a day from one network */
	VIEWS_A_NETWORK: z.coerce.number().int().min(1).default(5),
};

const schema = z
	.object({
		APP_NAME: z.string().min(1).default("Tillbox"),
		/** where links in mails and redirects point; never taken from `Host` */
		APP_ORIGIN: z.url().transform((url) => new URL(url).origin),
		/** at least 32 characters; signs capabilities and e-mail links */
		APP_SECRET: z.string().min(32),
		STRIPE_SECRET_KEY: z.string().min(1),
		STRIPE_PUBLISHABLE_KEY: z.string().min(1),
		/** empty: the webhook answers 404, since without a secret anyone could forge events */
		STRIPE_WEBHOOK_SECRET: z.string().default(""),
		/** the provider's address, for the local sandbox only */
		STRIPE_API_BASE: z.url().optional(),
		MAIL_FROM: z.string().min(3),
		/** an HTTP endpoint that takes mails as JSON; without it the e-mail binding sends */
		MAIL_HTTP_URL: z.url().optional(),
		MAIL_HTTP_TOKEN: z.string().optional(),
		OPERATOR_EMAIL: z.string().min(3),
		PROCESSING_FEE_BORNE_BY: z.enum(["creator", "operator"]).default("creator"),
		/** so many days the buyers of a deleted share may still download */
		DELETED_SHARE_KEEP_DAYS: z.coerce
			.number()
			.int()
			.min(1)
			.max(365)
			.default(DELETED_SHARE_KEEP_DAYS),
		SHOW_SAMPLES: z.enum(["true", "false"]).default("false"),
		/** keys of Cloudflare Turnstile; with neither, nobody is asked whether they are a person */
		TURNSTILE_SITE_KEY: z.string().default(""),
		TURNSTILE_SECRET_KEY: z.string().default(""),
		/** where tokens are checked; another address for tests only */
		TURNSTILE_VERIFY_URL: z
			.url()
			.default("https://challenges.cloudflare.com/turnstile/v0/siteverify"),
		...limits,
	})
	.refine(
		({ TURNSTILE_SITE_KEY: site, TURNSTILE_SECRET_KEY: secret }) =>
			(site === "") === (secret === ""),
		{
			path: ["TURNSTILE_SECRET_KEY"],
			message: "Set both TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY, or neither",
		},
	);

export type Config = z.infer<typeof schema>;

const parsed = new WeakMap<object, Config>();

/** The variables and secrets, parsed once an isolate. Throws an error that names what is missing. */
export function configOf(env: object): Config {
	let config = parsed.get(env);
	if (!config) {
		const result = schema.safeParse(env);
		if (!result.success) {
			const names = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
			throw new Error(`Configuration is not complete — ${names.join("; ")}`);
		}
		config = result.data;
		parsed.set(env, config);
	}
	return config;
}
