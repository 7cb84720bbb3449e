import { Buffer } from "node:buffer";

/*
 * Sealed boxes for an operator's public key (X25519, HKDF-SHA-256, AES-256-GCM), which their writer can't open.
 * Each has its own key, derived from a one-time key pair, and is bound to its name, so that boxes can't be swapped.
 *
 * Layout: `TBX1`, the operator's public key (32 bytes), the one-time public key (32 bytes), the ciphertext.
 */
type Bytes = Uint8Array<ArrayBuffer>;

const MAGIC = new TextEncoder().encode("TBX1");
const KEY_BYTES = 32;
const HEAD_BYTES = MAGIC.length + 2 * KEY_BYTES;
const CURVE = { name: "X25519" } as const;
/** A key encrypts one box only, so its nonce may be constant. */
const NONCE = new Uint8Array(12);
const PREFIX = "tillbox-backup-";

export class SealError extends Error {
	readonly reason: "wrong_key" | "damaged" | "not_a_key";

	constructor(reason: SealError["reason"], message: string) {
		super(message);
		this.reason = reason;
	}
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** The public key is for the variable, the private one for the operator's file. */
export async function makeBackupKeys(): Promise<{ publicKey: string; privateKey: string }> {
	const pair = (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
	const { x = "", d = "" } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey;
	return { publicKey: x, privateKey: `${PREFIX}${x}.${d}` };
}

async function deriveKey(
	privateKey: CryptoKey,
	publicKey: CryptoKey,
	head: Bytes,
	usage: "encrypt" | "decrypt",
): Promise<CryptoKey> {
	// Node's types and the Worker's name this field differently.
	const algorithm = { ...CURVE, public: publicKey } as unknown as { name: string };
	const shared = await crypto.subtle.deriveBits(algorithm, privateKey, 256);
	const material = await crypto.subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
	const info = new TextEncoder().encode("tillbox backup");
	return crypto.subtle.deriveKey(
		{ name: "HKDF", hash: "SHA-256", salt: head, info },
		material,
		{ name: "AES-GCM", length: 256 },
		false,
		[usage],
	);
}

const piped = (bytes: Bytes, through: CompressionStream | DecompressionStream): Promise<Bytes> =>
	new Response(new Response(bytes).body?.pipeThrough(through)).bytes() as Promise<Bytes>;

const gcm = (name: string) => ({
	name: "AES-GCM",
	iv: NONCE,
	additionalData: new TextEncoder().encode(name),
});

const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));

/** `publicKey` is the base64url of 32 bytes. */
export async function seal(publicKey: string, name: string, text: string): Promise<Bytes> {
	const raw = new Uint8Array(Buffer.from(publicKey, "base64url"));
	const recipient = await crypto.subtle.importKey("raw", raw, CURVE, false, []);
	const once = (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
	const exported = (await crypto.subtle.exportKey("raw", once.publicKey)) as ArrayBuffer;
	const head = joined(MAGIC, raw, new Uint8Array(exported));
	const key = await deriveKey(once.privateKey, recipient, head, "encrypt");
	const packed = await piped(
		new Uint8Array(new TextEncoder().encode(text)),
		new CompressionStream("gzip"),
	);
	return joined(head, new Uint8Array(await crypto.subtle.encrypt(gcm(name), key, packed)));
}

export type BackupKey = { publicKey: string; privateKey: CryptoKey };

/** Throws `SealError` unless the text is from `makeBackupKeys`. */
export async function readBackupKey(text: string): Promise<BackupKey> {
	const [, x = "", d = ""] = /^tillbox-backup-([\w-]{43})\.([\w-]{43})$/.exec(text.trim()) ?? [];
	if (x === "") throw new SealError("not_a_key", "This is not a key for backups");
	const jwk = { kty: "OKP", crv: "X25519", x, d };
	const privateKey = await crypto.subtle.importKey("jwk", jwk, CURVE, false, ["deriveBits"]);
	return { publicKey: x, privateKey };
}

/** Throws `SealError` for another key, another name, or a damaged box. */
export async function unseal(key: BackupKey, name: string, box: Bytes): Promise<string> {
	const head = box.slice(0, HEAD_BYTES);
	if (toText(head.slice(0, MAGIC.length)) !== toText(MAGIC) || box.length < HEAD_BYTES)
		throw new SealError("damaged", `${name} is damaged`);
	const [recipient, once] = [head.slice(MAGIC.length, -KEY_BYTES), head.slice(-KEY_BYTES)];
	if (toText(recipient) !== key.publicKey)
		throw new SealError("wrong_key", `${name} was written for the key ${toText(recipient)}`);
	try {
		const other = await crypto.subtle.importKey("raw", once, CURVE, false, []);
		const derived = await deriveKey(key.privateKey, other, head, "decrypt");
		const packed = await crypto.subtle.decrypt(gcm(name), derived, box.subarray(HEAD_BYTES));
		const text = await piped(new Uint8Array(packed), new DecompressionStream("gzip"));
		return new TextDecoder().decode(text);
	} catch {
		throw new SealError("damaged", `${name} is damaged`);
	}
}
