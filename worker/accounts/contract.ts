import * as z from "zod";
import { buyersChoiceField, type DeletionPreview } from "../catalogue/shares/contract/shares.ts";
import {
	MAX_NAME_LENGTH,
	MAX_PASSWORD_LENGTH,
	MIN_PASSWORD_LENGTH,
} from "../contract/constants.ts";
import { emailField, thanksField } from "../contract/fields.ts";
import { LOCALES, type Locale } from "../contract/locales.ts";
import type { Currency } from "../contract/money.ts";
import type { PlanId } from "../contract/plans.ts";
import { assertionField, passkeySignInInput, passwordField } from "./passkeys/contract.ts";

const newPasswordField = z
	.string({ error: "Password must be at least 6 characters" })
	.min(MIN_PASSWORD_LENGTH, "Password must be at least 6 characters")
	.max(MAX_PASSWORD_LENGTH, `Password can have at most ${MAX_PASSWORD_LENGTH} characters`);
const nameField = z.string().trim().max(MAX_NAME_LENGTH, "At most 80 characters");

export const loginInput = z.strictObject({
	email: emailField,
	password: passwordField,
	/** the second step: an app's six digits or a recovery code */
	code: z.string().trim().max(40).optional(),
	/** the second step, by a passkey */
	passkey: assertionField.optional(),
});
export const registerInput = z.strictObject({
	email: emailField,
	/** at least 6 characters; guessable ones are refused */
	password: newPasswordField,
	/** the creator's first name */
	firstName: nameField.optional(),
	/** the creator's last name */
	lastName: nameField.optional(),
	plan: z.enum(["free", "pro"], { error: "Please select a plan" }),
});
export const updateUserInput = z.strictObject({
	/** null or empty removes it */
	firstName: nameField.nullable().optional(),
	/** null or empty removes it */
	lastName: nameField.nullable().optional(),
	/** shown to buyers instead of first and last name; null or empty removes it */
	displayName: nameField.nullable().optional(),
	/** shown to buyers after paying; null or empty removes it */
	thanks: thanksField.nullable().optional(),
	/** the language of mails to the creator */
	// The keys of the table are its languages.
	locale: z.enum(Object.keys(LOCALES) as [Locale, ...Locale[]]).optional(),
});
export const forgotPasswordInput = z.strictObject({ email: emailField });
export const resetPasswordInput = z.strictObject({
	token: z.string().min(1),
	/** at least 6 characters; guessable ones are refused */
	password: newPasswordField,
});
export const changePasswordInput = z.strictObject({
	/** the current password */
	currentPassword: z.string().min(1, "Please enter your current password").max(MAX_PASSWORD_LENGTH),
	/** at least 6 characters; guessable ones are refused */
	password: newPasswordField,
	/** also ends the access tokens of programs */
	endTokens: z.stringbool().or(z.boolean()).default(false),
});
export const verifyEmailInput = z.strictObject({ token: z.string().min(1) });
export const changeAddressInput = z.strictObject({
	/** the new address */
	email: emailField,
	password: passwordField,
});
export const mailedTokenInput = z.strictObject({ token: z.string().min(1).max(200) });
export const deleteAccountInput = z.strictObject({
	buyers: buyersChoiceField,
	password: passwordField,
});
export const totpCodeInput = z.strictObject({
	/** the six digits of the authenticator app */
	code: z
		.string()
		.trim()
		.regex(/^\d{6}$/, "Enter the six digits"),
});
/** Required again, so that someone with temporary access to the browser can't lock the owner out. */
export const totpSetupInput = z.strictObject({
	password: passwordField,
});
export const confirmByCodeInput = z.strictObject({
	/** six digits of the authenticator app, or a recovery code */
	code: z.string().trim().min(6, "Enter the code").max(40),
});
export const confirmSessionInput = z.union([confirmByCodeInput, passkeySignInInput], {
	error: "Enter the code",
});

/** Money that blocks an account's deletion; `details.obstacles` of `account.not_settled`. */
export type AccountObstacle = {
	/**
	 * `balance`: held by the platform; `transfer`: pending to or from the creator's account; `processing`: not
	 * decided by the bank; `dispute`; `refund`: pending to a buyer
	 */
	kind: "balance" | "transfer" | "processing" | "dispute" | "refund";
	/** number of payments */
	count: number;
	/** a decimal string */
	amount: string;
	currency: Currency;
	/** when it usually settles; null if it waits for the creator */
	until: string | null;
};
/** The effect of deleting the account, and its obstacles. */
export type AccountDeletionPreview = DeletionPreview & {
	/** open payments that block the deletion; empty for none */
	obstacles: AccountObstacle[];
};

/** A pending change of the account's address. */
export type AddressChange = {
	/** the new address */
	email: string;
	/** the link in the mail to the new address was used */
	newConfirmed: boolean;
	/** the link in the mail to the former address was used or isn't needed */
	oldConfirmed: boolean;
	expiresAt: string;
};
/** The effect of a confirmation link. */
export type ConfirmedAddressChange = {
	/** the account has the new address */
	done: boolean;
	/** which address must still confirm; null for neither */
	waitsFor: "new" | "old" | null;
};

/** An authenticator app that is being set up. */
export type TotpSetup = {
	/** base32, to type by hand */
	secret: string;
	/** `otpauth://…`, for the QR code */
	uri: string;
};
/** The result of adding a second factor. */
export type TotpConfirmed = {
	/** shown once; each replaces the second factor one time. Empty if the account had some already */
	recoveryCodes: string[];
};

/** A creator's account. */
export type User = {
	id: string;
	email: string;
	/** null for none */
	firstName: string | null;
	/** null for none */
	lastName: string | null;
	/** the name shown to buyers; null for first and last name */
	displayName: string | null;
	/** shown to buyers after paying; null for none */
	thanks: string | null;
	/** the language of mails to the creator */
	locale: Locale;
	/** the currency of new shares: ISO 4217, lower case */
	currency: Currency;
	plan: PlanId;
	/** the address is confirmed */
	emailVerified: boolean;
	/** an authenticator app is set up */
	totpEnabled: boolean;
	/** the operator suspended the account: no sales, no uploads */
	suspended: boolean;
	createdAt: string;
};

/** A browser that is signed in. */
export type SessionInfo = {
	id: string;
	/** it is the calling one */
	current: boolean;
	/** the header `User-Agent` of its sign-in; null without one */
	userAgent: string | null;
	/** when it signed in */
	createdAt: string;
	/** when it last called, to the hour */
	lastSeenAt: string;
};

/** The plan's limits of uploads and space, and their use. */
export type TransactionLimits = {
	/** uploads left this month; -1 without limit */
	remaining: number;
	/** uploads per calendar month (UTC); -1 without limit */
	limit: number;
	/** uploads of this month */
	used: number;
	/** when the next month (UTC) begins */
	resetsAt: string;
	plan: PlanId;
	/** space; unfinished uploads count with their full size */
	storage: {
		/** bytes */
		used: number;
		/** bytes */
		limit: number;
	};
};

export type CreatorNames = Pick<User, "displayName" | "firstName" | "lastName">;

/** Returns the name that a creator gave, display name first, never the email address; null if there is none. */
export function givenName(creator: CreatorNames): string | null {
	return (
		creator.displayName?.trim() ||
		[creator.firstName, creator.lastName]
			.map((name) => name?.trim())
			.filter(Boolean)
			.join(" ") ||
		null
	);
}
