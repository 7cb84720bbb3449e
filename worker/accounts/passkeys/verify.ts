import { Buffer } from "node:buffer";
import type { Ctx } from "../../core/context.ts";
import { base64url } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import type { passkeys } from "../tables.ts";
import type { Assertion, Attestation } from "./contract.ts";

/** ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

/** The algorithm's label in a COSE key. */
const ALG = 3;

/** From the configuration, never from a request's host. */
export function relyingParty({ config }: Ctx) {
	const { hostname, origin } = new URL(config.APP_ORIGIN);
	return { id: hostname, origin, name: config.APP_NAME };
}

// Few requests need it.
const library = () => import("#passkey-library");

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

/** The checks that both ceremonies share, in the order of https://www.w3.org/TR/webauthn-3/#sctn-rp-operations. */
async function readAuthenticator(
	ctx: Ctx,
	type: "webauthn.create" | "webauthn.get",
	{ clientDataJSON, challenge }: { clientDataJSON: string; challenge: string },
	bytes: Uint8Array<ArrayBuffer>,
) {
	const { decodeClientDataJSON, isoUint8Array, parseAuthenticatorData, toHash } = await library();
	const { id, origin } = relyingParty(ctx);
	const client = decodeClientDataJSON(clientDataJSON);
	const isOurs =
		client.type === type &&
		client.challenge === challenge &&
		client.origin === origin &&
		// Set when another site frames our page, where passkeys aren't accepted.
		!client.topOrigin;
	const data = parseAuthenticatorData(bytes);
	const { be, bs, up, uv } = data.flags;
	const isAccepted =
		isOurs &&
		isoUint8Array.areEqual(data.rpIdHash, await toHash(id)) &&
		up &&
		uv &&
		// Only a passkey that may be backed up is ever backed up.
		(be || !bs);
	return isAccepted ? data : null;
}

/** Ignores attestation statements, which some authenticators send although we ask for none. */
export async function verifyAttestation(ctx: Ctx, response: Attestation, challenge: string) {
	return orNull(attested(ctx, response, challenge));
}

async function attested(ctx: Ctx, { id, rawId, response }: Attestation, challenge: string) {
	const { decodeAttestationObject, decodeCredentialPublicKey, isoBase64URL } = await library();
	const { attestationObject, clientDataJSON, transports = [] } = response;
	const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get(
		"authData",
	);
	const data = await readAuthenticator(
		ctx,
		"webauthn.create",
		{ clientDataJSON, challenge },
		authData,
	);
	if (!data?.credentialID || !data.credentialPublicKey || id !== rawId) return null;
	const algorithm = decodeCredentialPublicKey(data.credentialPublicKey).get(ALG);
	if (!ALGORITHMS.some((known) => known === algorithm)) return null;
	return {
		credentialId: base64url(data.credentialID),
		publicKey: base64url(data.credentialPublicKey),
		counter: data.counter,
		transports,
		backedUp: data.flags.bs,
	};
}

export async function verifyAssertion(
	ctx: Ctx,
	passkey: typeof passkeys.$inferSelect,
	response: Assertion,
	challenge: string,
) {
	const data = await orNull(asserted(ctx, passkey, response, challenge));
	if (!data) return null;
	const { counter, flags } = data;
	// Authenticators without a counter always send 0.
	if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
		log("warn", "passkey.counter_regressed", { passkey: passkey.id });
		return null;
	}
	return { counter, backedUp: flags.bs };
}

async function asserted(
	ctx: Ctx,
	{ publicKey }: typeof passkeys.$inferSelect,
	{ id, rawId, response }: Assertion,
	challenge: string,
) {
	const { decodeCredentialPublicKey, isoBase64URL, isoCrypto, isoUint8Array, toHash } =
		await library();
	const { authenticatorData, clientDataJSON, signature } = response;
	const bytes = isoBase64URL.toBuffer(authenticatorData);
	const data = await readAuthenticator(ctx, "webauthn.get", { clientDataJSON, challenge }, bytes);
	if (!data || id !== rawId) return null;
	const isSigned = await isoCrypto.verify({
		cosePublicKey: decodeCredentialPublicKey(isoBase64URL.toBuffer(publicKey)),
		signature: isoBase64URL.toBuffer(signature),
		data: isoUint8Array.concat([bytes, await toHash(isoBase64URL.toBuffer(clientDataJSON))]),
	});
	return isSigned ? data : null;
}
