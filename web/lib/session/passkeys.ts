import type {
	Assertion,
	AssertionOptions,
	Attestation,
	AttestationOptions,
} from "../../../worker/contract/accounts/passkeys.ts";

// A chunk of its own: few visits need it.
const library = () => import("@simplewebauthn/browser");
let waiting: ReturnType<typeof library> | undefined;

/** Returns true where the browser can use passkeys. */
export function knowsPasskeys(): boolean {
	return !import.meta.env.SSR && typeof window.PublicKeyCredential === "function";
}

/** Returns true where the browser offers passkeys among what it fills into a field. */
export async function fillsInPasskeys(): Promise<boolean> {
	if (!knowsPasskeys()) return false;
	return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/**
 * Has the person sign a challenge with a passkey: in a dialog of the browser, or `quietly`, when they choose
 * one from what is offered for the field marked `webauthn`. A later call ends an earlier one.
 */
export async function signChallenge(
	options: AssertionOptions,
	quietly = false,
): Promise<Assertion> {
	waiting ??= library();
	const { startAuthentication } = await waiting;
	const response = await startAuthentication({
		// The types of the library know fewer kinds of transport than browsers do.
		optionsJSON: options as Parameters<typeof startAuthentication>[0]["optionsJSON"],
		useBrowserAutofill: quietly,
	});
	const { clientDataJSON, authenticatorData, signature, userHandle } = response.response;
	return {
		id: response.id,
		rawId: response.rawId,
		type: "public-key",
		clientExtensionResults: {},
		response: {
			clientDataJSON,
			authenticatorData,
			signature,
			...(userHandle !== undefined && { userHandle }),
		},
	};
}

/** Has the person make a passkey, in a dialog of the browser. */
export async function makePasskey(options: AttestationOptions): Promise<Attestation> {
	const { startRegistration } = await library();
	const response = await startRegistration({
		// As above.
		optionsJSON: options as Parameters<typeof startRegistration>[0]["optionsJSON"],
	});
	const { clientDataJSON, attestationObject, transports } = response.response;
	return {
		id: response.id,
		rawId: response.rawId,
		type: "public-key",
		clientExtensionResults: {},
		response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
	};
}

/** Ends what `signChallenge` waits for, if anything. */
export async function stopWaiting(): Promise<void> {
	await waiting?.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
}

/** Why the browser gave no passkey: closed or timed out, already there, or anything else. */
export function passkeyProblem(error: unknown): "cancelled" | "exists" | null {
	if (!(error instanceof Error)) return null;
	// The library passes the browser's own error on as the cause.
	const names = [error.name, error.cause instanceof Error ? error.cause.name : ""];
	if (names.includes("InvalidStateError")) return "exists";
	return names.some((name) => name === "NotAllowedError" || name === "AbortError")
		? "cancelled"
		: null;
}
