import type {
	Assertion,
	AssertionOptions,
	Attestation,
	AttestationOptions,
} from "../../accounts/passkeys/contract.ts";
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
	/** flips the signature's last bit */
	isTampered?: boolean;
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

const SIGNING = {
	"-7": { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
	"-8": { name: "Ed25519" },
	"-35": { name: "ECDSA", namedCurve: "P-384", hash: "SHA-384" },
	"-257": {
		name: "RSASSA-PKCS1-v1_5",
		hash: "SHA-256",
		modulusLength: 2048,
		publicExponent: Uint8Array.of(1, 0, 1),
	},
};
/** a COSE algorithm */
type Algorithm = keyof typeof SIGNING;

const newKeys = async (algorithm: Algorithm) =>
	(await crypto.subtle.generateKey(SIGNING[algorithm], true, ["sign", "verify"])) as CryptoKeyPair;

const bytesOf = (text = "") =>
	Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** https://www.rfc-editor.org/rfc/rfc9053#name-key-object-parameters */
async function coseKey(algorithm: Algorithm, key: CryptoKey): Promise<Map<number, Encodable>> {
	const { x, y, n, e } = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
	const parameters: Record<Algorithm, [number, Encodable][]> = {
		"-7": [
			[1, 2],
			[-1, 1],
			[-2, bytesOf(x)],
			[-3, bytesOf(y)],
		],
		"-8": [
			[1, 1],
			[-1, 6],
			[-2, bytesOf(x)],
		],
		"-35": [
			[1, 2],
			[-1, 2],
			[-2, bytesOf(x)],
			[-3, bytesOf(y)],
		],
		"-257": [
			[1, 3],
			[-1, bytesOf(n)],
			[-2, bytesOf(e)],
		],
	};
	return new Map([[3, Number(algorithm)], ...parameters[algorithm]]);
}

/** One passkey, and a browser that shows `origin`. */
export async function softwareAuthenticator(origin: string, algorithm: Algorithm = "-7") {
	const keys = await newKeys(algorithm);
	const strangers = await newKeys(algorithm);
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
			const key = cbor(await coseKey(algorithm, keys.publicKey));
			const attested = [...new Uint8Array(16), 0, 32, ...bytesOf(id), ...key];
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
			const signed = await crypto.subtle.sign(
				SIGNING[algorithm],
				(faults.otherKey ? strangers : keys).privateKey,
				Uint8Array.from([...authData, ...(await sha256(data))]),
			);
			const raw = new Uint8Array(signed);
			const signature = algorithm === "-7" ? der(raw) : raw;
			if (faults.isTampered) signature.set([(signature.at(-1) ?? 0) ^ 1], signature.length - 1);
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
					signature: base64url(signature),
					...(userHandle !== undefined && { userHandle }),
				},
			};
		},
	};
}
