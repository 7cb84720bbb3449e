import { Buffer } from "node:buffer";

const encoder = new TextEncoder();
const IV_BYTES = 12;

const keys = new Map<string, Promise<CryptoKey>>();
function sealKey(secret: string): Promise<CryptoKey> {
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
						info: encoder.encode("seal"),
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

/** Encrypts `text` (AES-256-GCM) so that a copy of the database alone tells nothing; `purpose` must be given again to open it. */
export async function seal(secret: string, purpose: string, text: string): Promise<string> {
	const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
	const sealed = await crypto.subtle.encrypt(
		{ name: "AES-GCM", iv, additionalData: encoder.encode(purpose) },
		await sealKey(secret),
		encoder.encode(text),
	);
	return Buffer.concat([iv, Buffer.from(sealed)]).toString("base64url");
}

/** What `seal` was given. Throws when the text was altered or sealed for another purpose or by another secret. */
export async function unseal(secret: string, purpose: string, sealed: string): Promise<string> {
	const bytes = Buffer.from(sealed, "base64url");
	const opened = await crypto.subtle.decrypt(
		{
			name: "AES-GCM",
			iv: bytes.subarray(0, IV_BYTES),
			additionalData: encoder.encode(purpose),
		},
		await sealKey(secret),
		bytes.subarray(IV_BYTES),
	);
	return new TextDecoder().decode(opened);
}
