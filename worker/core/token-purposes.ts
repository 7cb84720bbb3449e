import * as z from "zod";
import { SCOPES } from "../accounts/access-tokens/contract.ts";
import { REFRESH_DAYS } from "../accounts/applications/contract/applications.ts";
import { LOCALES, type Locale } from "../contract/locales.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, RETENTION } from "../contract/retention.ts";
import type { SignedPurpose } from "../platform/tokens/signed-tokens.ts";
import type { Purpose } from "../platform/tokens/tokens.ts";

const nothing = z.null();
const scopes = z.array(z.enum(SCOPES));

/** Every secret link and code: its life, its number of uses, and its payload. */
export const TOKENS = {
	verifyEmail: {
		name: "verify-email",
		lifeMs: RETENTION.confirmLinkDays * DAY_MS,
		tries: 1,
		payload: nothing,
	},
	resetPassword: {
		name: "reset-password",
		lifeMs: RETENTION.resetLinkHours * HOUR_MS,
		tries: 1,
		payload: nothing,
	},
	/** An account's new address: one link for it and one for the old address. Spent ones have confirmed. */
	changeAddress: {
		name: "change-address",
		lifeMs: RETENTION.addressChangeDays * DAY_MS,
		tries: 1,
		payload: z.object({
			email: z.string(),
			mailedTo: z.enum(["new", "old"]),
			/** the requesting session, which the change doesn't end */
			sessionHash: z.string().nullable(),
		}),
	},
	/** For creators who have lost their second factor. */
	recoveryCode: { name: "recovery-code", lifeMs: null, tries: 1, payload: nothing },
	/** See RFC 6749, 4.1.2. Kept when spent, so that a second use is noticed. `subject`: `applications.id`, or the command line. */
	authorizationCode: {
		name: "authorization-code",
		lifeMs: RETENTION.programCodeMinutes * MINUTE_MS,
		tries: 1,
		payload: z.object({
			/** `access_tokens.id` of the resulting token */
			tokenId: z.string(),
			scopes,
			redirectUri: z.string(),
			/** SHA-256 of the application's verifier (RFC 7636) */
			codeChallenge: z.string(),
		}),
	},
	/** Kept when spent, so that a second use is noticed. `subject`: `access_tokens.id`. */
	refreshToken: {
		name: "refresh-token",
		lifeMs: REFRESH_DAYS * DAY_MS,
		tries: 1,
		payload: z.object({ scopes }),
	},
	/** Opens a purchase for as long as the buyer has access. */
	receipt: { name: "receipt", lifeMs: null, tries: null, payload: nothing },
	/** Six digits, so guesses are few. `subject`: the buyer's address. */
	purchaseCode: {
		name: "purchase-code",
		lifeMs: RETENTION.codeMinutes * MINUTE_MS,
		tries: 5,
		payload: nothing,
	},
	/** `subject`: the buyer's former address. */
	correctAddress: {
		name: "correct-address",
		lifeMs: RETENTION.confirmLinkDays * DAY_MS,
		tries: 1,
		payload: z.object({ email: z.string() }),
	},
	/** A reader's wish for one mail when a share is on sale; the link confirms and ends it. */
	saleAlert: {
		name: "sale-alert",
		lifeMs: RETENTION.unconfirmedAlertDays * DAY_MS,
		tries: null,
		payload: z.object({
			email: z.string(),
			/** normalised, so that a mailbox gets one mail */
			mailbox: z.string(),
			locale: z.enum(Object.keys(LOCALES) as [Locale, ...Locale[]]),
			/** until then the address may be a stranger's, and gets no other mail */
			confirmed: z.boolean(),
		}),
	},
} as const satisfies Record<string, Purpose>;

/** Tokens that are stored only once they are spent. */
export const SIGNED_TOKENS = {
	passkeyChallenge: { name: "passkey-challenge", lifeMs: 5 * MINUTE_MS },
	toolConfirmation: { name: "tool-confirmation", lifeMs: 10 * MINUTE_MS },
} as const satisfies Record<string, SignedPurpose>;
