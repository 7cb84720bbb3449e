import * as z from "zod";
import { DELETED_SHARE_KEEP_DAYS, GIB } from "../contract/constants.ts";
import { asciiDomain } from "../contract/fields.ts";
import { DEFAULT_STORAGE } from "../contract/plans.ts";
import { configParser, mailAddress, pausing, platformVariables } from "../platform/config.ts";
import { attemptPolicy } from "../platform/security/attempt-policy.ts";

/** Given in GB, parsed to bytes. */
function gigabytes(production: number) {
	return z.coerce
		.number()
		.positive()
		.default(production / GIB)
		.transform((size) => Math.floor(size * GIB));
}

/** Attempts: `free attempts, first wait, longest wait, memory`, with times in seconds. */
const limits = {
	/** wrong passwords of one account from one network */
	LIMIT_PASSWORD_HERE: attemptPolicy("5,1,900,86400"),
	/** wrong passwords of one account */
	LIMIT_PASSWORD_ACCOUNT: attemptPolicy("20,1,60,86400"),
	/** wrong passwords and refused passkeys from one network */
	LIMIT_PASSWORD_NETWORK: attemptPolicy("50,1,300,3600"),
	/** wrong codes and refused passkeys of one account */
	LIMIT_SECOND_FACTOR: attemptPolicy("5,1,1800,86400"),
	/** registrations from one network, successful or not */
	LIMIT_REGISTER_NETWORK: attemptPolicy("10,60,3600,21600"),
	/** registrations of one address, successful or not */
	LIMIT_REGISTER_ADDRESS: attemptPolicy("5,60,900,86400"),
	/** above 0, for tests: registrations a minute from the machine itself, with unlimited card payments */
	LOOPBACK_REGISTRATIONS_PER_MINUTE: z.coerce.number().int().min(0).default(0),
	/** requests for reset and confirmation mails to one address */
	LIMIT_ACCOUNT_MAIL_ADDRESS: attemptPolicy("3,60,3600,7200"),
	/** such requests from one network */
	LIMIT_ACCOUNT_MAIL_NETWORK: attemptPolicy("30,60,3600,7200"),
	/** support requests and reports from one network */
	LIMIT_MESSAGES: attemptPolicy("5,60,3600,7200"),
	/** claims of direct payments by one buyer */
	LIMIT_CLAIM_BUYER: attemptPolicy("5,30,3600,86400"),
	/** such claims from one network to one creator, and clients who begin to choose */
	LIMIT_CLAIM_NETWORK: attemptPolicy("15,30,3600,86400"),
	/** tests, repeated messages and changed endpoints of one creator's webhooks */
	LIMIT_WEBHOOK_SENDS: attemptPolicy("20,5,300,3600"),
	/** payments begun from one network without success, online and directly; Turnstile replaces the wait */
	LIMIT_CARD_BEGUN: attemptPolicy("40,30,3600,7200"),
	/** cards declined from one network; Turnstile replaces the wait */
	LIMIT_CARD_DECLINED: attemptPolicy("10,60,3600,86400"),
	/** cards declined at one share; Turnstile replaces the wait */
	LIMIT_CARD_SHARE: attemptPolicy("40,1,60,3600"),
	/** unknown discount codes from one network */
	LIMIT_DISCOUNT_CODE: attemptPolicy("15,30,3600,7200"),
	/** *Find my purchases* by one address, and receipts sent again */
	LIMIT_FIND_PURCHASES_ADDRESS: attemptPolicy("4,60,3600,86400"),
	/** *Find my purchases* from one network, and addresses corrected by one creator */
	LIMIT_FIND_PURCHASES_NETWORK: attemptPolicy("15,60,3600,86400"),
	/** wrong passwords of one share from one network */
	LIMIT_UNLOCK_HERE: attemptPolicy("5,5,900,86400"),
	/** wrong passwords of all shares from one network */
	LIMIT_UNLOCK_NETWORK: attemptPolicy("50,1,300,3600"),
	/** wrong passwords of one share */
	LIMIT_UNLOCK_SHARE: attemptPolicy("100,1,60,3600"),
	/** self-registered applications from one network */
	LIMIT_OAUTH_REGISTRATIONS: attemptPolicy("10,60,3600,86400"),
	/** API calls a minute with one access token, counted exactly */
	TOKEN_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
	/** GB (base 1024) that a creator without a confirmed address may store */
	STORAGE_UNVERIFIED_GB: gigabytes(DEFAULT_STORAGE.unverified),
	/** the same on Free */
	STORAGE_FREE_GB: gigabytes(DEFAULT_STORAGE.free),
	/** the same on Pro */
	STORAGE_PRO_GB: gigabytes(DEFAULT_STORAGE.pro),
	/** viewers of one share counted a day from one network, which is an IPv4 address or IPv6 /64 */
	VIEWS_PER_NETWORK: z.coerce.number().int().min(1).default(5),
};

const pauses = {
	/**
	 * Refuses new uploads, parts, previews, publishing and covers. Sales and downloads go on; open tabs resume by
	 * themselves, and the 24 hours of other uploads begin anew after the pause.
	 */
	PAUSE_UPLOADS: pausing,
	/** Refuses new online payments and subscriptions. Those begun are settled; refunds, payouts and renewals go on. */
	PAUSE_CARD_PAYMENTS: pausing,
	/** Refuses new direct payments. Buyers who had begun can still claim theirs, and creators decide claims. */
	PAUSE_DIRECT_PAYMENTS: pausing,
	/** Refuses new accounts. Signing in and buying go on. */
	PAUSE_REGISTRATION: pausing,
	/** Refuses all pages, calls and downloads. Stripe's webhook, jobs and `/api/health` go on; open tabs wait. */
	MAINTENANCE: pausing,
};

const imprintLine = z.string().trim().default("");

const imprint = {
	/** who runs the installation, on `/imprint`; without a name there is no such page */
	IMPRINT_NAME: imprintLine,
	/** lines separated by `|` */
	IMPRINT_ADDRESS: imprintLine,
	/** address for the imprint */
	IMPRINT_EMAIL: imprintLine,
	/** phone for the imprint */
	IMPRINT_PHONE: imprintLine,
	/** the register and the number in it */
	IMPRINT_REGISTER: imprintLine,
	/** VAT number for the imprint */
	IMPRINT_VAT_ID: imprintLine,
};

const flag = z
	.enum(["true", "false"])
	.default("false")
	.transform((value) => value === "true");

const siteName = z
	.string()
	.regex(
		/^(?!www\.)[a-z\d-]+(\.[a-z\d-]+)+$/,
		"Must be names of sites without www, such as paypal.me",
	);

/** Comments are copied into docs/reference.md by `npm run docs`. */
const schema = platformVariables.safeExtend({
	/** gets support requests, reports and alerts; by default the Stripe account's address */
	OPERATOR_EMAIL: mailAddress,
	/** comma-separated addresses of the accounts that may use the console */
	OPERATORS: z
		.string()
		.default("")
		.transform((list) =>
			list
				.split(",")
				.map((address) => asciiDomain(address.trim().toLowerCase()))
				.filter(Boolean),
		)
		.pipe(z.array(mailAddress)),
	/** who pays the processing fee: `creator` or `operator` */
	PROCESSING_FEE_BORNE_BY: z.enum(["creator", "operator"]).default("creator"),
	/** 1–365: days that buyers of a deleted share may still download it; stated in terms and mails */
	DELETED_SHARE_KEEP_DAYS: z.coerce.number().int().min(1).max(365).default(DELETED_SHARE_KEEP_DAYS),
	/** printed by `npm run backup -- --make-key FILE`; no backups without it */
	BACKUP_PUBLIC_KEY: z
		.string()
		.regex(/^[\w-]{43}$/)
		.default(""),
	...imprint,
	/** `true` shows the example testimonials on the landing page, labelled as examples */
	SHOW_SAMPLES: z.enum(["true", "false"]).default("false"),
	/** at least 16 characters; opens `/api/health/deep`, which is 404 without it */
	HEALTH_TOKEN: z.string().min(16).default(""),
	/** malware scanner with clamav-rest's protocol; without it files are published unscanned */
	SCAN_URL: z.url({ protocol: /^https?$/ }).default(""),
	/** sent to it as `Authorization: Bearer …` */
	SCAN_TOKEN: z.string().default(""),
	/** minutes that an upload waits for the scanner */
	SCAN_TIMEOUT_MINUTES: z.coerce.number().min(1).max(10_080).default(60),
	/** what happens then: `hold` keeps waiting, `publish` publishes unscanned */
	SCAN_ON_TIMEOUT: z.enum(["publish", "hold"]).default("hold"),
	/** DNS over HTTPS (JSON), to check where webhook endpoints lead */
	WEBHOOK_DNS_URL: z.url().default("https://cloudflare-dns.com/dns-query"),
	/** `true` allows webhook endpoints on the machine itself; for development */
	WEBHOOK_LOCALHOST: flag,
	/** `true` lets applications register themselves (RFC 7591), as many MCP clients do */
	OAUTH_REGISTRATION: flag,
	/** comma-separated sites that creators may link to for direct payments, or `none` */
	DIRECT_LINK_HOSTS: z
		.string()
		.default("paypal.me,revolut.me,wise.com")
		.transform((list) =>
			list
				.toLowerCase()
				.split(",")
				.map((host) => host.trim()),
		)
		.transform((hosts) => (hosts.join() === "none" ? [] : hosts))
		.pipe(z.array(siteName)),
	...limits,
	...pauses,
});

export type Config = z.infer<typeof schema>;

export const VARIABLES: Readonly<Record<string, z.ZodType>> = schema.shape;

/** Parsed once per isolate. Throws an error that names the missing variables. */
export const configOf = configParser(schema);
