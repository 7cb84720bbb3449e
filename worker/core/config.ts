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

/** Limits against abuse. Attempts: `free attempts, first wait, longest wait, memory`, with times in seconds. */
const limits = {
	/** guesses at a password: one account from one network, one account, one network */
	LIMIT_PASSWORD_HERE: attemptPolicy("5,1,900,86400"),
	LIMIT_PASSWORD_ACCOUNT: attemptPolicy("20,1,60,86400"),
	LIMIT_PASSWORD_NETWORK: attemptPolicy("50,1,300,3600"),
	LIMIT_SECOND_FACTOR: attemptPolicy("5,1,1800,86400"),
	/** registrations from one network and of one address, successful or not */
	LIMIT_REGISTER_NETWORK: attemptPolicy("10,60,3600,21600"),
	LIMIT_REGISTER_ADDRESS: attemptPolicy("5,60,900,86400"),
	/**
	 * above 0, for tests: that many registrations per minute from the machine itself, and unlimited card payments;
	 * a deploy refuses it
	 */
	LOOPBACK_REGISTRATIONS_PER_MINUTE: z.coerce.number().int().min(0).default(0),
	/** reset and confirmation mails, to one address and from one network */
	LIMIT_ACCOUNT_MAIL_ADDRESS: attemptPolicy("3,60,3600,7200"),
	LIMIT_ACCOUNT_MAIL_NETWORK: attemptPolicy("30,60,3600,7200"),
	/** support requests and reports from one network */
	LIMIT_MESSAGES: attemptPolicy("5,60,3600,7200"),
	/** claims of direct payments by one buyer, and from one network to one creator */
	LIMIT_CLAIM_BUYER: attemptPolicy("5,30,3600,86400"),
	LIMIT_CLAIM_NETWORK: attemptPolicy("15,30,3600,86400"),
	/** tests, repeated messages and new endpoints of one creator */
	LIMIT_WEBHOOK_SENDS: attemptPolicy("20,5,300,3600"),
	/** card payments begun from one network, declined there, and declined at one share from everywhere */
	LIMIT_CARD_BEGUN: attemptPolicy("40,30,3600,7200"),
	LIMIT_CARD_DECLINED: attemptPolicy("10,60,3600,86400"),
	LIMIT_CARD_SHARE: attemptPolicy("40,1,60,3600"),
	LIMIT_DISCOUNT_CODE: attemptPolicy("15,30,3600,7200"),
	/** searches for purchases by one address and from one network */
	LIMIT_FIND_PURCHASES_ADDRESS: attemptPolicy("4,60,3600,86400"),
	LIMIT_FIND_PURCHASES_NETWORK: attemptPolicy("15,60,3600,86400"),
	/**
	 * guesses at a share's password: here from one network, all shares from one network, one share from everywhere
	 */
	LIMIT_UNLOCK_HERE: attemptPolicy("5,5,900,86400"),
	LIMIT_UNLOCK_NETWORK: attemptPolicy("50,1,300,3600"),
	LIMIT_UNLOCK_SHARE: attemptPolicy("100,1,60,3600"),
	/** self-registered applications from one network */
	LIMIT_OAUTH_REGISTRATIONS: attemptPolicy("10,60,3600,86400"),
	TOKEN_CALLS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
	/** In GB of base 1024. */
	STORAGE_UNVERIFIED_GB: gigabytes(DEFAULT_STORAGE.unverified),
	STORAGE_FREE_GB: gigabytes(DEFAULT_STORAGE.free),
	STORAGE_PRO_GB: gigabytes(DEFAULT_STORAGE.pro),
	/** viewers of one share counted per day from one network */
	VIEWS_PER_NETWORK: z.coerce.number().int().min(1).default(5),
};

const pauses = {
	PAUSE_UPLOADS: pausing,
	PAUSE_CARD_PAYMENTS: pausing,
	PAUSE_DIRECT_PAYMENTS: pausing,
	PAUSE_REGISTRATION: pausing,
	MAINTENANCE: pausing,
};

const imprintLine = z.string().trim().default("");

/** The imprint needs a name. */
const imprint = {
	IMPRINT_NAME: imprintLine,
	/** lines, separated by `|` */
	IMPRINT_ADDRESS: imprintLine,
	IMPRINT_EMAIL: imprintLine,
	IMPRINT_PHONE: imprintLine,
	/** the register and the number in it */
	IMPRINT_REGISTER: imprintLine,
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

const schema = platformVariables.safeExtend({
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
	PROCESSING_FEE_BORNE_BY: z.enum(["creator", "operator"]).default("creator"),
	DELETED_SHARE_KEEP_DAYS: z.coerce.number().int().min(1).max(365).default(DELETED_SHARE_KEEP_DAYS),
	/** printed by `npm run backup -- --make-key FILE`; no backups without it */
	BACKUP_PUBLIC_KEY: z
		.string()
		.regex(/^[\w-]{43}$/)
		.default(""),
	...imprint,
	SHOW_SAMPLES: z.enum(["true", "false"]).default("false"),
	/** opens the operator's health check; without it there is none */
	HEALTH_TOKEN: z.string().min(16).default(""),
	/** an HTTP scanner like ClamAV's REST front; without it files are published unscanned */
	SCAN_URL: z.url({ protocol: /^https?$/ }).default(""),
	SCAN_TOKEN: z.string().default(""),
	/** how long a share waits for the scanner, and what happens then */
	SCAN_TIMEOUT_MINUTES: z.coerce.number().min(1).max(10_080).default(60),
	SCAN_ON_TIMEOUT: z.enum(["publish", "hold"]).default("hold"),
	/** DNS over HTTPS in its JSON form */
	WEBHOOK_DNS_URL: z.url().default("https://cloudflare-dns.com/dns-query"),
	/** allows webhook endpoints on the machine itself, for development */
	WEBHOOK_LOCALHOST: flag,
	/** applications may register themselves (RFC 7591), as many MCP clients do */
	OAUTH_REGISTRATION: flag,
	/** comma-separated sites to which creators may link for direct payments; or `none` */
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

export const VARIABLES: readonly string[] = Object.keys(schema.shape);

/** Parsed once per isolate. Throws an error that names the missing variables. */
export const configOf = configParser(schema);
