import nodeCrypto, { type BinaryLike, type KeyObject, type ScryptOptions } from "node:crypto";
import { DigestStream } from "../bindings/streams.ts";
import type { Random } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

type Bytes = BufferSource;
type HashOf = string | { name: string };
type HmacKey = { secret: KeyObject; hash: HashOf };

const viewOf = (bytes: Bytes): Uint8Array =>
	ArrayBuffer.isView(bytes)
		? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
		: new Uint8Array(bytes);
const nodeHash = (hash: HashOf) =>
	(typeof hash === "string" ? hash : hash.name).replace("-", "").toLowerCase();
const ownBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

function hmac({ secret, hash }: HmacKey, data: Bytes): Buffer {
	return nodeCrypto.createHmac(nodeHash(hash), secret).update(viewOf(data)).digest();
}

/** Uses the simulation's randomness, and no other threads, whose work ends at any time. */
export function cryptoOf(random: Random, scheduler: Scheduler) {
	const fill = <T extends ArrayBufferView>(view: T): T => {
		const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
		for (let at = 0; at < bytes.length; at += 4) {
			const word = Math.floor(random.next() * 2 ** 32);
			for (let part = 0; part < 4 && at + part < bytes.length; part++)
				bytes[at + part] = (word >>> (8 * part)) & 255;
		}
		return view;
	};
	const randomUUID = () => {
		const bytes = fill(Buffer.alloc(16));
		bytes[6] = ((bytes[6] ?? 0) & 15) | 64;
		bytes[8] = ((bytes[8] ?? 0) & 63) | 128;
		return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
	};
	const secrets = new WeakMap<CryptoKey, HmacKey>();
	const real = nodeCrypto.webcrypto.subtle;
	const subtle = {
		digest: async (hash: HashOf, data: Bytes) =>
			ownBuffer(nodeCrypto.createHash(nodeHash(hash)).update(viewOf(data)).digest()),
		importKey: async (...given: Parameters<SubtleCrypto["importKey"]>) => {
			const [format, data, algorithm, extractable, usages] = given;
			if (format === "raw" && typeof algorithm === "object" && algorithm.name === "HMAC") {
				const key = { type: "secret", algorithm, extractable, usages } as unknown as CryptoKey;
				const secret = nodeCrypto.createSecretKey(viewOf(data as Bytes));
				secrets.set(key, { secret, hash: (algorithm as unknown as { hash: HashOf }).hash });
				return key;
			}
			return scheduler.real(() =>
				(real.importKey as (...all: unknown[]) => Promise<CryptoKey>)(...given),
			);
		},
		sign: async (_: unknown, key: CryptoKey, data: Bytes) => {
			const known = secrets.get(key);
			if (!known) throw new Error("The simulation signs by HMAC only.");
			return ownBuffer(hmac(known, data));
		},
		verify: async (_: unknown, key: CryptoKey, signature: Bytes, data: Bytes) => {
			const known = secrets.get(key);
			if (!known) throw new Error("The simulation verifies by HMAC only.");
			return hmac(known, data).equals(viewOf(signature));
		},
		timingSafeEqual: (one: Bytes, other: Bytes) =>
			nodeCrypto.timingSafeEqual(viewOf(one), viewOf(other)),
	};
	const slow = [
		"deriveKey",
		"deriveBits",
		"encrypt",
		"decrypt",
		"generateKey",
		"exportKey",
	] as const;
	const others = Object.fromEntries(
		slow.map((name) => [
			name,
			(...given: unknown[]) =>
				scheduler.real(() => (real[name] as (...all: unknown[]) => Promise<unknown>)(...given)),
		]),
	);
	const web = { getRandomValues: fill, randomUUID, DigestStream, subtle: { ...subtle, ...others } };
	const randomBytes = (size: number) => fill(Buffer.alloc(size));
	/** At the least cost, with the declared cost in the salt: a simulation signs in thousands of times. */
	const scrypt = (
		secret: BinaryLike,
		salt: Uint8Array,
		length: number,
		{ N, r, p }: ScryptOptions,
		done: (error: Error | null, key: Buffer) => void,
	) => {
		const salted = `${N} ${r} ${p} ${Buffer.from(salt).toString("hex")}`;
		const key = nodeCrypto.scryptSync(secret, salted, length, { N: 2, r: 1, p: 1 });
		queueMicrotask(() => done(null, key));
	};
	const node = {
		...nodeCrypto,
		webcrypto: web,
		getRandomValues: fill,
		randomUUID,
		randomBytes,
		randomInt: (...bounds: number[]) => {
			const [low = 0, high = 0] = bounds.length > 1 ? bounds : [0, ...bounds];
			return low + Math.floor(random.next() * (high - low));
		},
		scrypt,
	};
	return { web, node };
}
