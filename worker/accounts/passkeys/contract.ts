import * as z from "zod";
import { MAX_PASSWORD_LENGTH } from "../../contract/constants.ts";

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 80;

/** URL-safe base64, as browsers send bytes. */
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
	/** whether the passkey is in the device (`platform`) or outside (`cross-platform`) */
	authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
	/** not used, whatever an extension says */
	clientExtensionResults: z
		.looseObject({})
		.optional()
		.catch(undefined)
		.transform(() => ({})),
};

export const assertionField = z.object({
	...common,
	/** the authenticator's answer */
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

const attestationField = z.object({
	...common,
	/** the authenticator's answer */
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
export const confirmedInput = z.strictObject({
	/** the account's password; may be omitted if the session proved a second factor in the last five minutes */
	password: passwordField.optional(),
});
export const addPasskeyInput = z.strictObject({
	name: passkeyName,
	/** the result of `navigator.credentials.create`, as JSON */
	passkey: attestationField,
});
export const renamePasskeyInput = z.strictObject({
	name: passkeyName,
});
/** Fields of the form that makes a passkey, depending on whether the password is needed. */
export const newPasskeyForm = {
	confirmed: renamePasskeyInput,
	unconfirmed: z.strictObject({ name: passkeyName, password: passwordField }),
};
export const passkeySignInInput = z.strictObject({
	/** the result of `navigator.credentials.get`, as JSON */
	passkey: assertionField,
});

/** A passkey of an account. */
export type PasskeyInfo = {
	id: string;
	name: string;
	/** the device's maker keeps a copy, so that the passkey survives the device's loss */
	backedUp: boolean;
	createdAt: string;
	lastUsedAt: string | null;
};
/** The passkeys of an account. */
export type PasskeyList = {
	/** oldest first */
	passkeys: PasskeyInfo[];
	/** until when none can be added or removed without the password; null if it is needed */
	confirmedUntil: string | null;
};

/** A passkey of the account, as browsers name it. */
type KnownPasskey = {
	/** URL-safe base64 */
	id: string;
	/** always `public-key` */
	type: "public-key";
	/** how its authenticator can be reached, such as `usb` */
	transports: string[];
};

/** The options of `navigator.credentials.get`. */
export type AssertionOptions = {
	/** random bytes to sign, URL-safe base64 */
	challenge: string;
	/** the installation's domain */
	rpId: string;
	/** the accepted passkeys; empty for any */
	allowCredentials: KnownPasskey[];
	/** the authenticator must verify the person */
	userVerification: "required";
	/** milliseconds */
	timeout: number;
};
/** The options of `navigator.credentials.create`. */
export type AttestationOptions = {
	/** random bytes to sign, URL-safe base64 */
	challenge: string;
	/** the relying party */
	rp: {
		/** the installation's domain */
		id: string;
		name: string;
	};
	/** the passkey's owner */
	user: {
		/** URL-safe base64 */
		id: string;
		/** the account's email address */
		name: string;
		/** the same */
		displayName: string;
	};
	/** accepted kinds of keys, the preferred one first */
	pubKeyCredParams: {
		/** always `public-key` */
		type: "public-key";
		/** number of the algorithm (COSE) */
		alg: number;
	}[];
	/** the account's existing passkeys */
	excludeCredentials: KnownPasskey[];
	/** requirements for the authenticator */
	authenticatorSelection: {
		/** the passkey is stored with the account's id */
		residentKey: "required";
		/** the same, for older browsers */
		requireResidentKey: true;
		/** the authenticator must verify the person */
		userVerification: "required";
	};
	/** the authenticator's make is not asked for */
	attestation: "none";
	/** milliseconds */
	timeout: number;
};

/** `details` of `account.code_required`: how to take the second step. */
export type SecondStep = {
	/** an authenticator app is set up; a recovery code is accepted either way */
	app: boolean;
	/** null without a passkey */
	passkey: AssertionOptions | null;
};
