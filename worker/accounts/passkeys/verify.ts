import { Buffer } from "node:buffer";
import { createHash, type JsonWebKey, verify } from "node:crypto";
import { type CBORType, decodeCBOR, decodePartialCBOR } from "@levischuck/tiny-cbor";
import type { Ctx } from "../../core/context.ts";
import { base64url } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import type { passkeys } from "../tables.ts";
import type { Assertion, Attestation } from "./contract.ts";

/** ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257];

/** From the configuration, never from a request's host. */
export function relyingParty({ config }: Ctx) {
	const { hostname, origin } = new URL(config.APP_ORIGIN);
	return { id: hostname, origin, name: config.APP_NAME };
}

/** A copy, since the decoder of CBOR ignores the offset of a view. */
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();

/** Null for algorithms that we don't ask for. https://www.rfc-editor.org/rfc/rfc9053#name-key-object-parameters */
function webKey(coseKey: Uint8Array): JsonWebKey | null {
	const key = decodeCBOR(coseKey) as Map<number, Uint8Array | number>;
	const text = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString("base64url");
	switch (key.get(3)) {
		case -7:
			return { kty: "EC", crv: "P-256", x: text(-2), y: text(-3) };
		case -8:
			return { kty: "OKP", crv: "Ed25519", x: text(-2) };
		case -257:
			return { kty: "RSA", n: text(-1), e: text(-2) };
		default:
			return null;
	}
}

/** Throws unless it is complete. https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
function readData(bytes: Uint8Array<ArrayBuffer>) {
	const view = new DataView(bytes.buffer);
	const flags = view.getUint8(32);
	const isSet = (bit: number) => (flags & (1 << bit)) !== 0;
	let credential: { id: Uint8Array; publicKey: Uint8Array } | undefined;
	let end = 37;
	if (isSet(6)) {
		const idEnd = 55 + view.getUint16(53);
		end = idEnd + decodePartialCBOR(bytes, idEnd)[1];
		credential = { id: bytes.slice(55, idEnd), publicKey: bytes.slice(idEnd, end) };
	}
	if (isSet(7)) end += decodePartialCBOR(bytes, end)[1];
	if (end !== bytes.length) throw new Error("The authenticator data has another length.");
	return {
		credential,
		counter: view.getUint32(33),
		rpIdHash: bytes.subarray(0, 32),
		isPresent: isSet(0),
		isVerified: isSet(2),
		mayBeBackedUp: isSet(3),
		isBackedUp: isSet(4),
	};
}

/** Errors say what is wrong with a response, which the caller mustn't learn. */
function orNull<T>(verification: () => T): T | null {
	try {
		return verification();
	} catch {
		return null;
	}
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
function readAuthenticator(
	ctx: Ctx,
	type: "webauthn.create" | "webauthn.get",
	{ clientDataJSON, challenge }: { clientDataJSON: string; challenge: string },
	bytes: Uint8Array<ArrayBuffer>,
) {
	const { id, origin } = relyingParty(ctx);
	const client = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
	const isOurs =
		client.type === type &&
		client.challenge === challenge &&
		client.origin === origin &&
		// Set when another site frames our page, where passkeys aren't accepted.
		!client.topOrigin;
	const data = readData(bytes);
	const isAccepted =
		isOurs &&
		sha256(id).equals(data.rpIdHash) &&
		data.isPresent &&
		data.isVerified &&
		// Only a passkey that may be backed up is ever backed up.
		(data.mayBeBackedUp || !data.isBackedUp);
	return isAccepted ? data : null;
}

/** Ignores attestation statements, which some authenticators send although we ask for none. */
export function verifyAttestation(ctx: Ctx, attestation: Attestation, challenge: string) {
	return orNull(() => {
		const { id, rawId, response } = attestation;
		const { attestationObject, clientDataJSON, transports = [] } = response;
		const attested = decodeCBOR(bytesOf(attestationObject)) as Map<string, CBORType>;
		const data = readAuthenticator(
			ctx,
			"webauthn.create",
			{ clientDataJSON, challenge },
			Uint8Array.from(attested.get("authData") as Uint8Array),
		);
		if (!data?.credential || id !== rawId || !webKey(data.credential.publicKey)) return null;
		return {
			credentialId: base64url(data.credential.id),
			publicKey: base64url(data.credential.publicKey),
			counter: data.counter,
			transports,
			backedUp: data.isBackedUp,
		};
	});
}

export function verifyAssertion(
	ctx: Ctx,
	passkey: typeof passkeys.$inferSelect,
	assertion: Assertion,
	challenge: string,
) {
	const data = orNull(() => asserted(ctx, passkey, assertion, challenge));
	if (!data) return null;
	const { counter, isBackedUp } = data;
	// Authenticators without a counter always send 0.
	if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
		log("warn", "passkey.counter_regressed", { passkey: passkey.id });
		return null;
	}
	return { counter, backedUp: isBackedUp };
}

function asserted(
	ctx: Ctx,
	{ publicKey }: typeof passkeys.$inferSelect,
	{ id, rawId, response }: Assertion,
	challenge: string,
) {
	const { authenticatorData, clientDataJSON, signature } = response;
	const bytes = bytesOf(authenticatorData);
	const data = readAuthenticator(ctx, "webauthn.get", { clientDataJSON, challenge }, bytes);
	const key = webKey(bytesOf(publicKey));
	if (!data || !key || id !== rawId) return null;
	const isSigned = verify(
		// Ed25519 has a hash of its own.
		key.kty === "OKP" ? null : "sha256",
		Buffer.concat([bytes, sha256(bytesOf(clientDataJSON))]),
		{ key, format: "jwk" },
		bytesOf(signature),
	);
	return isSigned ? data : null;
}
