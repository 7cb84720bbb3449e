import { Buffer } from "node:buffer";

const encoder = new TextEncoder();
const IV_BYTES = 12;

const keys = new Map<string, Promise<CryptoKey>>();
function encryptionKey(secret: string): Promise<CryptoKey> {
	let key = keys.get(secret);
	if (!key) {
		key = crypto.subtle
			.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"])
			.then((material) =>
				crypto.subtle.deriveKey(
					{
						name: "HKDF",
						hash: "SHA-256",
						salt: new Uint8Array(),
						info: encoder.encode("encryption"),
					},
					material,
					{ name: "AES-GCM", length: 256 },
					false,
					["encrypt", "decrypt"],
				),
			);
		keys.set(secret, key);
	}
	return key;
}

/** AES-256-GCM; decryption needs the same `purpose`. */
export async function encrypt(secret: string, purpose: string, text: string): Promise<string> {
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const encrypted = await crypto.subtle.encrypt(
		{ name: "AES-GCM", iv, additionalData: encoder.encode(purpose) },
		await encryptionKey(secret),
		encoder.encode(text),
	);
	return Buffer.concat([iv, Buffer.from(encrypted)]).toString("base64url");
}

/** Throws for an altered ciphertext, another purpose or another secret. */
export async function decrypt(secret: string, purpose: string, encrypted: string): Promise<string> {
	const bytes = Buffer.from(encrypted, "base64url");
	const opened = await crypto.subtle.decrypt(
		{
			name: "AES-GCM",
			iv: bytes.subarray(0, IV_BYTES),
			additionalData: encoder.encode(purpose),
		},
		await encryptionKey(secret),
		bytes.subarray(IV_BYTES),
	);
	return new TextDecoder().decode(opened);
}
