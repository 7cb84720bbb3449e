import type {
	Assertion,
	AssertionOptions,
	Attestation,
	AttestationOptions,
} from "../../contract/accounts/passkeys.ts";
import { base64url } from "../../platform/ids.ts";

type Faults = {
	origin?: string;
	rpId?: string;
	challenge?: string;
	type?: string;
	isVerified?: boolean;
	isPresent?: boolean;
	counter?: number;
	userHandle?: string;
	/** signs with another passkey's key */
	otherKey?: boolean;
};

const encoded = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
type Encodable = number | string | Uint8Array | Map<number | string, Encodable>;

function head(major: number, value: number): number[] {
	if (value < 24) return [(major << 5) | value];
	if (value < 256) return [(major << 5) | 24, value];
	return [(major << 5) | 25, value >> 8, value & 255];
}

/** Only the types that authenticators write. */
function cbor(value: Encodable): number[] {
	if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === "string") {
		const text = encoded(value);
		return [...head(3, text.length), ...text];
	}
	if (value instanceof Uint8Array) return [...head(2, value.length), ...value];
	return [
		...head(5, value.size),
		...Array.from(value).flatMap(([key, one]) => [...cbor(key), ...cbor(one)]),
	];
}

/** Converts r and s, one after the other, to DER. */
function der(signature: Uint8Array): Uint8Array {
	const integer = (bytes: Uint8Array) => {
		const first = bytes.findIndex((byte) => byte !== 0);
		const digits = [...bytes.slice(first)];
		const positive = (digits[0] ?? 0) > 127 ? [0, ...digits] : digits;
		return [2, positive.length, ...positive];
	};
	const body = [...integer(signature.slice(0, 32)), ...integer(signature.slice(32))];
	return Uint8Array.from([0x30, body.length, ...body]);
}

const sha256 = async (data: Uint8Array<ArrayBuffer>) =>
	new Uint8Array(await crypto.subtle.digest("SHA-256", data));

const newKeys = async () =>
	(await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
		"sign",
		"verify",
	])) as CryptoKeyPair;

/** One passkey, and a browser that shows `origin`. */
export async function softwareAuthenticator(origin: string) {
	const keys = await newKeys();
	const strangers = await newKeys();
	const id = base64url(crypto.getRandomValues(new Uint8Array(32)));
	let counter = 0;
	let handle: string | undefined;

	async function authenticatorData(rpId: string, faults: Faults, attested: number[] = []) {
		const { isVerified = true, isPresent = true } = faults;
		const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 0x40 : 0);
		const count = faults.counter ?? ++counter;
		return Uint8Array.from([
			...(await sha256(encoded(faults.rpId ?? rpId))),
			flags,
			...new Uint8Array(Uint32Array.of(count).buffer).toReversed(),
			...attested,
		]);
	}

	function clientData(type: string, challenge: string, faults: Faults) {
		return encoded(
			JSON.stringify({
				type: faults.type ?? type,
				challenge: faults.challenge ?? challenge,
				origin: faults.origin ?? origin,
				crossOrigin: false,
			}),
		);
	}

	return {
		id,
		async create(options: AttestationOptions, faults: Faults = {}): Promise<Attestation> {
			handle = options.user.id;
			const jwk = (await crypto.subtle.exportKey("jwk", keys.publicKey)) as JsonWebKey;
			const bytes = (text = "") =>
				Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) =>
					one.charCodeAt(0),
				);
			const key = cbor(
				new Map<number, Encodable>([
					[1, 2],
					[3, -7],
					[-1, 1],
					[-2, bytes(jwk.x)],
					[-3, bytes(jwk.y)],
				]),
			);
			const attested = [...new Uint8Array(16), 0, 32, ...bytes(id), ...key];
			const authData = await authenticatorData(options.rp.id, faults, attested);
			const attestation = new Map<string, Encodable>([
				["fmt", "none"],
				["attStmt", new Map()],
				["authData", authData],
			]);
			return {
				id,
				rawId: id,
				type: "public-key",
				authenticatorAttachment: "platform",
				clientExtensionResults: {},
				response: {
					clientDataJSON: base64url(clientData("webauthn.create", options.challenge, faults)),
					attestationObject: base64url(Uint8Array.from(cbor(attestation))),
					transports: ["internal"],
				},
			};
		},
		async get(options: AssertionOptions, faults: Faults = {}): Promise<Assertion> {
			const data = clientData("webauthn.get", options.challenge, faults);
			const authData = await authenticatorData(options.rpId, faults);
			const signature = await crypto.subtle.sign(
				{ name: "ECDSA", hash: "SHA-256" },
				(faults.otherKey ? strangers : keys).privateKey,
				Uint8Array.from([...authData, ...(await sha256(data))]),
			);
			const userHandle = faults.userHandle ?? handle;
			return {
				id,
				rawId: id,
				type: "public-key",
				authenticatorAttachment: "platform",
				clientExtensionResults: {},
				response: {
					clientDataJSON: base64url(data),
					authenticatorData: base64url(authData),
					signature: base64url(der(new Uint8Array(signature))),
					...(userHandle !== undefined && { userHandle }),
				},
			};
		},
	};
}
