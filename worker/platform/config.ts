import { z } from "zod";

const schema = z.object({
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
	SHOW_SAMPLES: z.enum(["true", "false"]).default("true"),
});

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
