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
	/** the id of the passkey, URL-safe base64 */
	id: idField,
	/** the same */
	rawId: idField,
	/** always `public-key` */
	type: z.literal("public-key"),
	/** where the passkey is: in the device (`platform`) or outside (`cross-platform`) */
	authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
	/** not used, whatever an extension says */
	clientExtensionResults: z
		.looseObject({})
		.optional()
		.catch(undefined)
		.transform(() => ({})),
};

/** What an authenticator says when it has signed a challenge. */
export const assertionField = z.object({
	...common,
	/** what the authenticator has answered */
	response: z.object({
		/** the challenge and the origin, URL-safe base64 */
		clientDataJSON: bytesField(4000).min(1),
		/** signed data of the authenticator, URL-safe base64 */
		authenticatorData: bytesField(4000).min(1),
		/** the signature, URL-safe base64 */
		signature: bytesField(12_000).min(1),
		/** whose passkey it is, URL-safe base64 */
		userHandle: bytesField(100).optional(),
	}),
});
export type Assertion = z.infer<typeof assertionField>;

/** What an authenticator says when it has made a passkey. */
const attestationField = z.object({
	...common,
	/** what the authenticator has answered */
	response: z.object({
		/** the challenge and the origin, URL-safe base64 */
		clientDataJSON: bytesField(4000).min(1),
		/** the new public key, URL-safe base64 */
		attestationObject: bytesField(40_000).min(1),
		/** how the authenticator can be reached, such as `usb` */
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
export const confirmedInput = z.strictObject({
	/**
	 * the account's password; it can be left out where a second factor was proven in the session in the last
	 * five minutes
	 */
	password: passwordField.optional(),
});
export const addPasskeyInput = z.strictObject({
	/** what the creator calls it */
	name: passkeyName,
	/** what `navigator.credentials.create` has returned, as JSON */
	passkey: attestationField,
});
export const renamePasskeyInput = z.strictObject({
	/** what the creator calls it */
	name: passkeyName,
});
/**
 * What a form asks for before a passkey is made or removed, where the password is needed and where it is
 * not.
 */
export const newPasskeyForm = {
	confirmed: renamePasskeyInput,
	unconfirmed: z.strictObject({ name: passkeyName, password: passwordField }),
};
export const removePasskeyForm = z.strictObject({});
export const passkeySignInInput = z.strictObject({
	/** what `navigator.credentials.get` has returned, as JSON */
	passkey: assertionField,
});

/** A passkey of an account. */
export type PasskeyInfo = {
	id: string;
	/** what the creator calls it */
	name: string;
	/** whether the device's maker keeps a copy, so that the passkey survives its loss */
	backedUp: boolean;
	createdAt: string;
	lastUsedAt: string | null;
};
/** The passkeys of an account. */
export type PasskeyList = {
	/** the oldest first */
	passkeys: PasskeyInfo[];
	/** until when no password is needed to add or remove one; null when it is needed */
	confirmedUntil: string | null;
};

/** A passkey that the account has. */
type KnownPasskey = {
	/** URL-safe base64 */
	id: string;
	/** always `public-key` */
	type: "public-key";
	/** how its authenticator can be reached, such as `usb` */
	transports: string[];
};

/** What `navigator.credentials.get` is asked with. */
export type AssertionOptions = {
	/** random bytes to sign, URL-safe base64 */
	challenge: string;
	/** the domain of the installation */
	rpId: string;
	/** the passkeys that are accepted; empty for whichever the person chooses */
	allowCredentials: KnownPasskey[];
	/** the authenticator has to verify the person */
	userVerification: "required";
	/** milliseconds */
	timeout: number;
};
/** What `navigator.credentials.create` is asked with. */
export type AttestationOptions = {
	/** random bytes to sign, URL-safe base64 */
	challenge: string;
	/** for whom the passkey is made */
	rp: {
		/** the domain of the installation */
		id: string;
		/** the name of the product */
		name: string;
	};
	/** whose passkey it will be */
	user: {
		/** URL-safe base64 */
		id: string;
		/** the account's email address */
		name: string;
		/** the same */
		displayName: string;
	};
	/** the kinds of keys that are accepted, the preferred one first */
	pubKeyCredParams: {
		/** always `public-key` */
		type: "public-key";
		/** number of the algorithm (COSE) */
		alg: number;
	}[];
	/** the passkeys that the account has already */
	excludeCredentials: KnownPasskey[];
	/** what the authenticator has to be able to do */
	authenticatorSelection: {
		/** the passkey is stored with the account's id */
		residentKey: "required";
		/** the same, for older browsers */
		requireResidentKey: true;
		/** the authenticator has to verify the person */
		userVerification: "required";
	};
	/** nothing about the make of the authenticator is asked for */
	attestation: "none";
	/** milliseconds */
	timeout: number;
};

/** `details` of `account.code_required`: how the second step can be taken. */
export type SecondStep = {
	/** an authenticator app is set up; a recovery code is accepted either way */
	app: boolean;
	/** null where the account has no passkey */
	passkey: AssertionOptions | null;
};
