import * as z from "zod";
import { MAX_PASSWORD_LENGTH } from "../constants.ts";

/** Maximum number of passkeys of an account. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 80;

/** Bytes as URL-safe base64, as browsers send them. */
const bytesField = (max: number) =>
	z
		.string()
		.max(max)
		.regex(/^[\w-]*$/);
const idField = bytesField(1400).min(1);
const common = {
	id: idField,
	rawId: idField,
	type: z.literal("public-key"),
	authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
	// Nothing that an extension says is used.
	clientExtensionResults: z.unknown().transform(() => ({})),
};

/** What an authenticator says when it has signed a challenge. */
export const assertionField = z.object({
	...common,
	response: z.object({
		clientDataJSON: bytesField(4000).min(1),
		authenticatorData: bytesField(4000).min(1),
		signature: bytesField(12_000).min(1),
		userHandle: bytesField(100).optional(),
	}),
});
export type Assertion = z.infer<typeof assertionField>;

/** What an authenticator says when it has made a passkey. */
const attestationField = z.object({
	...common,
	response: z.object({
		clientDataJSON: bytesField(4000).min(1),
		attestationObject: bytesField(40_000).min(1),
		transports: z.array(z.string().max(20)).max(10).optional(),
	}),
});
export type Attestation = z.infer<typeof attestationField>;

const passkeyName = z
	.string()
	.trim()
	.min(1, "Please enter a name")
	.max(MAX_PASSKEY_NAME, "At most 80 characters");

export const passwordField = z
	.string({ error: "Please enter your password" })
	.min(1, "Please enter your password")
	.max(MAX_PASSWORD_LENGTH);
/** The password; omitted where a second factor was proven in the session a moment ago. */
export const confirmedInput = z.strictObject({ password: passwordField.optional() });
export const addPasskeyInput = z.strictObject({ name: passkeyName, passkey: attestationField });
export const renamePasskeyInput = z.strictObject({ name: passkeyName });
/** What a form asks for before a passkey is made or removed, where the password is needed and where it is not. */
export const newPasskeyForm = {
	confirmed: renamePasskeyInput,
	unconfirmed: z.strictObject({ name: passkeyName, password: passwordField }),
};
export const removePasskeyForm = z.strictObject({});
export const passkeySignInInput = z.strictObject({ passkey: assertionField });

export type PasskeyInfo = {
	id: string;
	name: string;
	/** whether the device's maker keeps a copy, so that the passkey survives its loss */
	backedUp: boolean;
	createdAt: string;
	lastUsedAt: string | null;
};
export type PasskeyList = {
	passkeys: PasskeyInfo[];
	/** until when no password is needed to add or remove one; null when it is needed */
	confirmedUntil: string | null;
};

/** What `navigator.credentials.get` is asked with. */
export type AssertionOptions = {
	challenge: string;
	rpId: string;
	/** empty: whichever passkey the person chooses */
	allowCredentials: { id: string; type: "public-key"; transports: string[] }[];
	userVerification: "required";
	timeout: number;
};
/** What `navigator.credentials.create` is asked with. */
export type AttestationOptions = {
	challenge: string;
	rp: { id: string; name: string };
	user: { id: string; name: string; displayName: string };
	pubKeyCredParams: { type: "public-key"; alg: number }[];
	excludeCredentials: { id: string; type: "public-key"; transports: string[] }[];
	authenticatorSelection: {
		residentKey: "required";
		requireResidentKey: true;
		userVerification: "required";
	};
	attestation: "none";
	timeout: number;
};

/** `details` of `account.code_required`: how the second step can be taken. */
export type SecondStep = {
	/** an authenticator app is set up; a recovery code is accepted either way */
	app: boolean;
	/** null where the account has no passkey */
	passkey: AssertionOptions | null;
};
