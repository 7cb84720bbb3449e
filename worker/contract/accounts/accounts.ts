import * as z from "zod";
import { buyersChoiceField, type DeletionPreview } from "../catalogue/shares.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../constants.ts";
import { emailField } from "../fields.ts";
import { isLocale, type Locale } from "../locales.ts";
import { assertionField, passkeySignInInput } from "./passkeys.ts";
import type { PlanId } from "./plans.ts";

const passwordField = z
	.string({ error: "Password must be at least 6 characters" })
	.min(MIN_PASSWORD_LENGTH, "Password must be at least 6 characters")
	.max(MAX_PASSWORD_LENGTH, `Password may have ${MAX_PASSWORD_LENGTH} characters at most`);
const nameField = z.string().trim().max(80, "At most 80 characters");

export const loginInput = z.strictObject({
	email: emailField,
	password: z.string().min(1, "Please enter your password").max(MAX_PASSWORD_LENGTH),
	/** the second step: an app's six digits or a recovery code, or a passkey */
	code: z.string().trim().max(40).optional(),
	passkey: assertionField.optional(),
});
export const registerInput = z.strictObject({
	email: emailField,
	password: passwordField,
	firstName: nameField.optional(),
	lastName: nameField.optional(),
	plan: z.enum(["free", "pro"], { error: "Please select a plan" }),
});
export const updateUserInput = z.strictObject({
	firstName: nameField.nullable().optional(),
	lastName: nameField.nullable().optional(),
	displayName: nameField.nullable().optional(),
	/** of the mails to the creator */
	locale: z.custom<Locale>((value) => typeof value === "string" && isLocale(value)).optional(),
});
export const forgotPasswordInput = z.strictObject({ email: emailField });
export const resetPasswordInput = z.strictObject({
	token: z.string().min(1),
	password: passwordField,
});
export const changePasswordInput = z.strictObject({
	currentPassword: z.string().min(1, "Please enter your current password").max(MAX_PASSWORD_LENGTH),
	password: passwordField,
	/** ends the access tokens too, by which programs act for the account */
	endTokens: z.stringbool().or(z.boolean()).default(false),
});
export const verifyEmailInput = z.strictObject({ token: z.string().min(1) });
export const changeAddressInput = z.strictObject({
	email: emailField,
	password: z.string().min(1, "Please enter your password").max(MAX_PASSWORD_LENGTH),
});
export const mailedTokenInput = z.strictObject({ token: z.string().min(1).max(200) });
export const deleteAccountInput = z.strictObject({
	buyers: buyersChoiceField,
	password: z.string().min(1, "Please enter your password").max(MAX_PASSWORD_LENGTH),
});
export const totpCodeInput = z.strictObject({
	code: z
		.string()
		.trim()
		.regex(/^\d{6}$/, "Enter the six digits"),
});
/** Required again, so that someone with temporary access to the browser cannot lock the owner out. */
export const totpSetupInput = z.strictObject({
	password: z.string().min(1, "Please enter your password").max(MAX_PASSWORD_LENGTH),
});
/** The app's six digits, or a recovery code. */
export const confirmByCodeInput = z.strictObject({
	code: z.string().trim().min(6, "Enter the code").max(40),
});
export const confirmSessionInput = z.union([confirmByCodeInput, passkeySignInInput]);
/** The app's six digits, or a recovery code. */
export const totpDisableInput = z.strictObject({
	code: z.string().trim().min(6, "Enter the code").max(40),
});

/** Money in progress that blocks an account's deletion; `details.obstacles` of `account.not_settled`. */
export type AccountObstacle = {
	/**
	 * balance: held by the platform, transfer: pending to or from the creator's account, processing: a
	 * payment that the bank has not decided, dispute, refund: pending to a buyer
	 */
	kind: "balance" | "transfer" | "processing" | "dispute" | "refund";
	/** number of payments */
	count: number;
	/** decimal string in US dollars */
	amount: string;
	/** when it is usually settled; null when it waits for the creator */
	until: string | null;
};
/** The effect of deleting the account, and what blocks it. */
export type AccountDeletionPreview = DeletionPreview & { obstacles: AccountObstacle[] };

/** A change of the account's address that is not made yet. */
export type AddressChange = {
	/** the new address */
	email: string;
	newConfirmed: boolean;
	/** or its word is not needed */
	oldConfirmed: boolean;
	/** when it takes effect without a word from the old address; null when it needs one */
	effectiveAt: string | null;
	expiresAt: string;
};
/** What the link in a mail about it has led to. */
export type ConfirmedAddressChange = {
	/** the account has the new address */
	done: boolean;
	/** whose link is still needed */
	waitsFor: "new" | "old" | null;
	effectiveAt: string | null;
};

export type TotpSetup = {
	/** base32, for typing by hand */
	secret: string;
	/** `otpauth://…`, for the QR code */
	uri: string;
};
export type TotpConfirmed = {
	/** shown once; each replaces the second factor one time. Empty where there were some already */
	recoveryCodes: string[];
};

export type User = {
	id: string;
	email: string;
	firstName: string | null;
	lastName: string | null;
	displayName: string | null;
	/** the language of the mails to the creator */
	locale: Locale;
	/** the plan in force */
	plan: PlanId;
	emailVerified: boolean;
	totpEnabled: boolean;
	/** the operator has suspended the account: no sales, no uploads */
	suspended: boolean;
	createdAt: string;
};

export type SessionInfo = {
	id: string;
	current: boolean;
	userAgent: string | null;
	createdAt: string;
	lastSeenAt: string;
};

export type TransactionLimits = {
	/** uploads left this month; -1 without limit */
	remaining: number;
	limit: number;
	used: number;
	/** start of the next UTC month */
	resetsAt: string;
	plan: PlanId;
	/** bytes; unfinished uploads count with their full size */
	storage: { used: number; limit: number };
};

export type CreatorNames = Pick<User, "displayName" | "firstName" | "lastName">;

/**
 * The name that a creator has given: display name, else first and last name, never the e-mail address;
 * null when there is none.
 */
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
