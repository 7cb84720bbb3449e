import type {
	Assertion,
	AssertionOptions,
	Attestation,
	AttestationOptions,
} from "../../../worker/accounts/passkeys/contract.ts";

// In a chunk of its own: few visits need it.
const library = () => import("@simplewebauthn/browser");
let waiting: ReturnType<typeof library> | undefined;

export function knowsPasskeys(): boolean {
	return !import.meta.env.SSR && typeof window.PublicKeyCredential === "function";
}

export async function fillsInPasskeys(): Promise<boolean> {
	if (!knowsPasskeys()) return false;
	return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** In a dialog, or `quietly`, from the autofill of the field marked `webauthn`. A later call ends an earlier one. */
export async function signChallenge(
	options: AssertionOptions,
	quietly = false,
): Promise<Assertion> {
	waiting ??= library();
	const { startAuthentication } = await waiting;
	const response = await startAuthentication({
		// The library's types know fewer transports than browsers do.
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

export async function makePasskey(options: AttestationOptions): Promise<Attestation> {
	const { startRegistration } = await library();
	const response = await startRegistration({
		// See above.
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

export async function stopWaiting(): Promise<void> {
	await waiting?.then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
}

/** "cancelled" also covers a timeout; null is any other reason. */
export function passkeyProblem(error: unknown): "cancelled" | "exists" | null {
	if (!(error instanceof Error)) return null;
	// The library keeps the browser's own error as the cause.
	const names = [error.name, error.cause instanceof Error ? error.cause.name : ""];
	if (names.includes("InvalidStateError")) return "exists";
	return names.some((name) => name === "NotAllowedError" || name === "AbortError")
		? "cancelled"
		: null;
}
