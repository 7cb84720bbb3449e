import { Buffer } from "node:buffer";
import type { Assertion, Attestation } from "../../contract/accounts/passkeys.ts";
import type { Ctx } from "../../core/context.ts";
import { base64url } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import type { passkeys } from "../tables.ts";

/** ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

/** From the configuration, never from a request's host. */
export function relyingParty({ config }: Ctx) {
	const { hostname, origin } = new URL(config.APP_ORIGIN);
	return { id: hostname, origin, name: config.APP_NAME };
}

// A sixth of the Worker's size that few requests need.
const library = () => import("@simplewebauthn/server");

function expected(ctx: Ctx, challenge: string) {
	const { id, origin } = relyingParty(ctx);
	return {
		expectedChallenge: challenge,
		expectedOrigin: origin,
		expectedRPID: id,
		requireUserVerification: true,
	};
}

/** Errors say what is wrong with a response, which the caller mustn't learn. */
async function orNull<T>(verification: Promise<T>): Promise<T | null> {
	return verification.catch(() => null);
}

/** Empty if it can't be read. */
export function challengeIn({ response }: Assertion | Attestation): string {
	try {
		const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
		const challenge = (data as { challenge?: unknown } | null)?.challenge;
		return typeof challenge === "string" ? challenge : "";
	} catch {
		return "";
	}
}

export async function verifyAttestation(ctx: Ctx, response: Attestation, challenge: string) {
	const { verifyRegistrationResponse } = await library();
	const { transports = [], ...rest } = response.response;
	const result = await orNull(
		verifyRegistrationResponse({
			...expected(ctx, challenge),
			response: { ...response, response: rest },
			supportedAlgorithmIDs: ALGORITHMS,
		}),
	);
	if (!result?.verified) return null;
	const { credential, credentialBackedUp } = result.registrationInfo;
	return {
		credentialId: credential.id,
		publicKey: base64url(credential.publicKey),
		counter: credential.counter,
		transports,
		backedUp: credentialBackedUp,
	};
}

export async function verifyAssertion(
	ctx: Ctx,
	passkey: typeof passkeys.$inferSelect,
	response: Assertion,
	challenge: string,
) {
	const { verifyAuthenticationResponse } = await library();
	const result = await orNull(
		verifyAuthenticationResponse({
			...expected(ctx, challenge),
			response: {
				...response,
				response: {
					clientDataJSON: response.response.clientDataJSON,
					authenticatorData: response.response.authenticatorData,
					signature: response.response.signature,
				},
			},
			credential: {
				id: passkey.credentialId,
				publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
				// Compared below, so that a copied authenticator is noticed.
				counter: 0,
			},
		}),
	);
	if (!result?.verified) return null;
	const { newCounter, credentialBackedUp } = result.authenticationInfo;
	// Authenticators without a counter always send 0.
	if ((newCounter > 0 || passkey.counter > 0) && newCounter <= passkey.counter) {
		log("warn", "passkey.counter_regressed", { passkey: passkey.id });
		return null;
	}
	return { counter: newCounter, backedUp: credentialBackedUp };
}
