import { createHash } from "node:crypto";
import type { Call, Operation } from "./call.ts";
import { bytesOf, lengthOf, streamOf } from "./streams.ts";

type Bytes = Uint8Array<ArrayBuffer>;
type Metadata = Pick<R2ObjectFields, "httpMetadata" | "customMetadata">;
type R2ObjectFields = {
	httpMetadata: R2HTTPMetadata;
	customMetadata: Record<string, string>;
	checksums: Record<string, string>;
};
/** An object as it is stored. */
export type Stored = R2ObjectFields & {
	key: string;
	version: string;
	etag: string;
	/** ms */
	uploaded: number;
	bytes: Bytes;
};
type Part = { number: number; etag: string; md5: string; bytes: Bytes };
type Upload = Metadata & {
	key: string;
	state: "open" | "completed" | "aborted";
	/** ms */
	begun: number;
	parts: Map<number, Part>;
};
type Options = {
	now: () => number;
	/** makes versions, the ids of uploads and the ETags of parts */
	id: () => string;
	/** the least size of a part but the last, in bytes; 5 MiB unless it is given */
	minPartSize?: number;
};

const MIB = 1024 * 1024;
/** Uploads that are not completed by then vanish, in ms. */
const UPLOAD_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_KEYS = 1000;
const HASHES = ["md5", "sha1", "sha256", "sha384", "sha512"] as const;
const HASH_NAMES = {
	md5: "MD5",
	sha1: "SHA-1",
	sha256: "SHA-256",
	sha384: "SHA-384",
	sha512: "SHA-512",
};
const FAILURES = {
	10001: "We encountered an internal error. Please try again.",
	10011: "Your proposed upload is smaller than the minimum allowed object size.",
	10012: "Your metadata headers exceed the maximum allowed metadata size.",
	10020: "The specified object name is not valid.",
	10022: "MaxKeys params must be positive integer <= 1000.",
	10024: "The specified multipart upload does not exist.",
	10025: "One or more of the specified parts could not be found.",
	10039: "The requested range is not satisfiable",
	10048: "There was a problem with the multipart upload.",
};

const failure = (name: string, code: keyof typeof FAILURES) =>
	new Error(`${name}: ${FAILURES[code]} (${code})`);
const digest = (algorithm: string, bytes: Uint8Array) =>
	createHash(algorithm).update(bytes).digest("hex");
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
/** How many bytes the runtime needs for a text of metadata. */
const weight = (text: string) => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length;

function checkKey(name: string, key: string): void {
	if (Buffer.byteLength(key) > 1024) throw failure(name, 10020);
}

function metadataOf(name: string, options: R2PutOptions | R2MultipartOptions = {}): Metadata {
	const given = options.httpMetadata ?? {};
	const httpMetadata = given instanceof Headers ? fromHeaders(given) : { ...given };
	const custom = Object.entries(options.customMetadata ?? {}).map(([key, value]) => [
		key,
		String(value),
	]);
	if (custom.flat().reduce((sum, text) => sum + weight(text ?? ""), 0) > 8192)
		throw failure(name, 10012);
	return { httpMetadata, customMetadata: Object.fromEntries(custom) };
}

const HTTP_FIELDS = {
	contentType: "content-type",
	contentLanguage: "content-language",
	contentDisposition: "content-disposition",
	contentEncoding: "content-encoding",
	cacheControl: "cache-control",
} as const;

function fromHeaders(headers: Headers): R2HTTPMetadata {
	const found = Object.entries(HTTP_FIELDS).map(([field, name]) => [field, headers.get(name)]);
	return Object.fromEntries(found.filter(([, value]) => value !== null));
}

function checkCondition({ etagMatches, etagDoesNotMatch }: R2Conditional = {}): void {
	for (const etag of [etagMatches, etagDoesNotMatch])
		if (etag?.startsWith('"'))
			throw new TypeError(`Conditional ETag should not be wrapped in quotes (${etag}).`);
}

/** Whether an object, or that there is none, meets a condition. */
function meets(stored: Stored | undefined, condition: R2Conditional | undefined): boolean {
	const { etagMatches, etagDoesNotMatch, uploadedBefore, uploadedAfter } = condition ?? {};
	if (!stored) return etagMatches === undefined && uploadedAfter === undefined;
	const is = (etag: string) => etag === "*" || etag === stored.etag;
	const matches = etagMatches === undefined || is(etagMatches);
	const differs = etagDoesNotMatch === undefined || !is(etagDoesNotMatch);
	const isAfter = !uploadedAfter || uploadedAfter.getTime() < stored.uploaded;
	const isBefore = !uploadedBefore || stored.uploaded < uploadedBefore.getTime();
	return (
		matches &&
		differs &&
		(isAfter || etagDoesNotMatch !== undefined) &&
		(isBefore || etagMatches !== undefined)
	);
}

/** The bytes that a range names: from `offset`, `length` of them. */
function resolved(range: R2Range | undefined, size: number): { offset: number; length: number } {
	let { offset, length, suffix } = (range ?? {}) as {
		offset?: number;
		length?: number;
		suffix?: number;
	};
	if (offset === undefined && length === undefined && suffix === undefined)
		return { offset: 0, length: size };
	if (suffix !== undefined) {
		if (suffix <= 0) throw failure("get", 10039);
		length = Math.min(suffix, size);
		offset = size - length;
	}
	offset ??= 0;
	length ??= size - offset;
	if (offset >= size || length <= 0) throw failure("get", 10039);
	return { offset, length: Math.min(length, size - offset) };
}

function checkRange(range: R2Range | undefined): void {
	const { offset, length, suffix } = (range ?? {}) as Record<string, number | undefined>;
	if (suffix !== undefined && offset !== undefined)
		throw new TypeError("Suffix is incompatible with offset.");
	if (suffix !== undefined && length !== undefined)
		throw new TypeError("Suffix is incompatible with length.");
	if (offset !== undefined && offset < 0)
		throw new RangeError(
			`Invalid range. Starting offset (${offset}) must be greater than or equal to 0.`,
		);
}

/** A bucket's objects and uploads. */
export class Bucket {
	readonly stored = new Map<string, Stored>();
	readonly #uploads = new Map<string, Upload>();
	readonly #options: Options;
	/** the keys in order; null when some came or went */
	#keys: string[] | null = null;

	constructor(options: Options) {
		this.#options = options;
	}

	/** Loses an object, as a failure of the store would. */
	drop(key: string): void {
		if (this.stored.delete(key)) this.#keys = null;
	}

	/** Changes what is stored under a key, as a failure of the store would. */
	damage(key: string, change: (bytes: Bytes) => Bytes): void {
		const stored = this.stored.get(key);
		if (stored) this.#keep({ ...stored, bytes: change(stored.bytes) });
	}

	find(name: string, key: string): Stored | undefined {
		checkKey(name, key);
		return this.stored.get(key);
	}

	/** Returns null when the object that is there does not meet the condition. */
	put(key: string, bytes: Bytes, options: R2PutOptions = {}): Stored | null {
		checkKey("put", key);
		const metadata = metadataOf("put", options);
		const md5 = digest("md5", bytes);
		const checksums: Record<string, string> = { md5 };
		for (const hash of HASHES) {
			const given = options[hash];
			if (given === undefined) continue;
			const wanted = hexOf(given);
			const actual = digest(hash, bytes);
			const name = HASH_NAMES[hash];
			if (wanted !== actual)
				throw new Error(
					`put: The ${name} checksum you specified did not match what we received.\nYou provided a ${name} checksum with value: ${wanted}\nActual ${name} was: ${actual} (10037)`,
				);
			checksums[hash] = actual;
		}
		if (!meets(this.stored.get(key), options.onlyIf as R2Conditional)) return null;
		return this.#keep({ key, etag: md5, checksums, bytes, ...metadata, ...this.#stamp() });
	}

	delete(keys: string | string[]): void {
		const all = [keys].flat();
		for (const key of all) checkKey("delete", key);
		for (const key of all) this.drop(key);
	}

	list(options: R2ListOptions = {}) {
		const { prefix = "", cursor, delimiter, startAfter = "" } = options;
		const include = options.include ?? [];
		for (const one of include)
			if (one !== "httpMetadata" && one !== "customMetadata")
				throw new RangeError(`Unsupported include value ${one}`);
		let limit = options.limit ?? MAX_KEYS;
		if (limit < 1 || limit > MAX_KEYS) throw failure("list", 10022);
		if (include.length > 0) limit = Math.min(limit, 100);
		const from = cursor === undefined ? "" : Buffer.from(cursor, "base64").toString();
		const after = byBytes(from, startAfter) > 0 ? from : startAfter;
		const isFromStart = cursor === undefined && options.startAfter === undefined;
		this.#keys ??= [...this.stored.keys()].sort(byBytes);
		const groups = new Map<string, { last: string; isPrefix: boolean }>();
		for (const key of this.#keys) {
			if (!key.startsWith(prefix) || !(isFromStart || byBytes(key, after) > 0)) continue;
			const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
			const isPrefix = delimiter !== undefined && at >= 0;
			const group = isPrefix ? key.slice(0, at + delimiter.length) : key;
			if (groups.size === limit && !groups.has(group)) {
				groups.set(group, { last: key, isPrefix });
				break;
			}
			groups.set(group, { last: key, isPrefix });
		}
		const page = [...groups].slice(0, limit);
		const truncated = groups.size > limit;
		const found = page.flatMap(([, { last, isPrefix }]) => {
			const stored = isPrefix ? undefined : this.stored.get(last);
			if (!stored) return [];
			const { httpMetadata, customMetadata } = stored;
			return {
				...stored,
				httpMetadata: include.includes("httpMetadata") ? httpMetadata : {},
				customMetadata: include.includes("customMetadata") ? customMetadata : {},
			};
		});
		const next = truncated
			? Buffer.from(page.at(-1)?.[1].last ?? "").toString("base64")
			: undefined;
		const delimitedPrefixes = page.filter(([, { isPrefix }]) => isPrefix).map(([group]) => group);
		return { objects: found, truncated, cursor: next, delimitedPrefixes };
	}

	begin(key: string, options?: R2MultipartOptions): string {
		checkKey("createMultipartUpload", key);
		const metadata = metadataOf("createMultipartUpload", options);
		const uploadId = this.#options.id();
		const begun = this.#options.now();
		this.#uploads.set(uploadId, { ...metadata, key, state: "open", begun, parts: new Map() });
		return uploadId;
	}

	putPart(key: string, uploadId: string, number: number, bytes: Bytes): R2UploadedPart {
		checkKey("uploadPart", key);
		const upload = this.#upload(key, uploadId);
		if (upload?.state !== "open") throw failure("uploadPart", 10024);
		const etag = this.#options.id();
		upload.parts.set(number, { number, etag, md5: digest("md5", bytes), bytes });
		return { partNumber: number, etag };
	}

	complete(key: string, uploadId: string, chosen: readonly R2UploadedPart[]): Stored {
		const name = "completeMultipartUpload";
		const upload = this.#upload(key, uploadId);
		if (!upload) throw failure(name, 10001);
		if (upload.state !== "open") throw failure(name, 10024);
		if (new Set(chosen.map((part) => part.partNumber)).size < chosen.length)
			throw failure(name, 10001);
		const parts = chosen.map(({ partNumber, etag }) => {
			const part = upload.parts.get(partNumber);
			if (part?.etag !== etag) throw failure(name, 10025);
			return part;
		});
		const least = this.#options.minPartSize ?? 5 * MIB;
		if (parts.slice(0, -1).some(({ bytes }) => bytes.length < least)) throw failure(name, 10011);
		parts.sort((a, b) => a.number - b.number);
		const size = parts[0]?.bytes.length ?? 0;
		const isUneven = parts.slice(0, -1).some(({ bytes }) => bytes.length !== size);
		if (isUneven || (parts.at(-1)?.bytes.length ?? 0) > size) throw failure(name, 10048);
		const hash = createHash("md5");
		for (const { md5 } of parts) hash.update(md5, "hex");
		upload.state = "completed";
		upload.parts.clear();
		const { httpMetadata, customMetadata } = upload;
		return this.#keep({
			key,
			etag: `${hash.digest("hex")}-${parts.length}`,
			checksums: {},
			bytes: new Uint8Array(Buffer.concat(parts.map((part) => part.bytes))),
			httpMetadata,
			customMetadata,
			...this.#stamp(),
		});
	}

	abort(key: string, uploadId: string): void {
		const upload = this.#upload(key, uploadId);
		if (!upload) throw failure("abortMultipartUpload", 10001);
		if (upload.state !== "open") return;
		upload.state = "aborted";
		upload.parts.clear();
	}

	#upload(key: string, uploadId: string): Upload | undefined {
		const upload = this.#uploads.get(uploadId);
		if (upload?.key !== key) return undefined;
		if (this.#options.now() - upload.begun > UPLOAD_MS && upload.state === "open") {
			upload.state = "aborted";
			upload.parts.clear();
		}
		return upload;
	}

	#stamp() {
		return { version: this.#options.id(), uploaded: this.#options.now() };
	}

	#keep(stored: Stored): Stored {
		if (!this.stored.has(stored.key)) this.#keys = null;
		this.stored.set(stored.key, stored);
		return stored;
	}
}

const hexOf = (given: ArrayBuffer | ArrayBufferView | string) =>
	typeof given === "string" ? given.toLowerCase() : Buffer.from(copyOf(given)).toString("hex");

function checkHashes(options: R2PutOptions = {}): void {
	const given = HASHES.filter((hash) => options[hash] !== undefined);
	if (given.length > 1) throw new TypeError("You cannot specify multiple hashing algorithms.");
	const [hash] = given;
	const value = hash && options[hash];
	if (!hash || typeof value !== "string") return;
	const expected = 2 * createHash(hash).digest().length;
	if (value.length !== expected)
		throw new TypeError(`${HASH_NAMES[hash]} is ${expected} hex characters, not ${value.length}`);
}

function copyOf(value: ArrayBuffer | ArrayBufferView): Bytes {
	if (value instanceof ArrayBuffer) return new Uint8Array(value.slice());
	return new Uint8Array(
		Uint8Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
	);
}

/** The bytes that are to be stored, or what reads them. @throws TypeError for what the runtime refuses */
function bodyOf(value: unknown, name: string, of: string): Bytes | (() => Promise<Bytes>) {
	if (typeof value === "string") return new Uint8Array(Buffer.from(value));
	if ((value === null || value === undefined) && name === "put") return new Uint8Array();
	if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return copyOf(value);
	if (value instanceof Blob) return () => value.bytes() as Promise<Bytes>;
	if (!(value instanceof ReadableStream))
		throw new TypeError(
			`Failed to execute '${name}' on '${of}': parameter 2 is not of type 'JsReadableStream or ArrayBuffer or ArrayBufferView or string or Blob'.`,
		);
	if (lengthOf(value) === undefined)
		throw new TypeError(
			"Provided readable stream must have a known length (request/response body or readable half of FixedLengthStream)",
		);
	return () => bytesOf(value);
}

/** What is known of an object, as the Worker gets it. */
class HeadResult {
	readonly key: string;
	readonly version: string;
	readonly size: number;
	readonly etag: string;
	readonly httpEtag: string;
	readonly uploaded: Date;
	readonly httpMetadata: R2HTTPMetadata;
	readonly customMetadata: Record<string, string>;
	readonly range: { offset: number; length: number } | undefined;
	readonly checksums: Record<string, unknown>;
	readonly storageClass = "Standard";

	constructor(stored: Stored, range?: { offset: number; length: number }) {
		this.key = stored.key;
		this.version = stored.version;
		this.size = stored.bytes.length;
		this.etag = stored.etag;
		this.httpEtag = `"${stored.etag}"`;
		this.uploaded = new Date(stored.uploaded);
		this.httpMetadata = { ...stored.httpMetadata };
		this.customMetadata = { ...stored.customMetadata };
		this.range = range;
		const hashes = Object.entries(stored.checksums);
		this.checksums = {
			...Object.fromEntries(
				hashes.map(([name, hex]) => [name, copyOf(Buffer.from(hex, "hex")).buffer]),
			),
			toJSON: () => stored.checksums,
		};
	}

	writeHttpMetadata(headers: Headers): void {
		for (const [field, name] of Object.entries(HTTP_FIELDS)) {
			const value = this.httpMetadata[field as keyof typeof HTTP_FIELDS];
			if (value !== undefined) headers.set(name, value);
		}
		const { cacheExpiry } = this.httpMetadata;
		if (cacheExpiry) headers.set("expires", cacheExpiry.toUTCString());
	}
}

class GetResult extends HeadResult {
	readonly body: ReadableStream<Uint8Array>;
	#isUsed = false;

	constructor(stored: Stored, range: { offset: number; length: number }) {
		super(stored, range);
		this.body = streamOf(stored.bytes.subarray(range.offset, range.offset + range.length));
	}

	get bodyUsed(): boolean {
		return this.#isUsed;
	}

	async bytes(): Promise<Bytes> {
		if (this.#isUsed || this.body.locked)
			throw new TypeError(
				"Body has already been used. It can only be used once. Use tee() first if you need to read it twice.",
			);
		this.#isUsed = true;
		return bytesOf(this.body);
	}

	async arrayBuffer(): Promise<ArrayBuffer> {
		return (await this.bytes()).buffer;
	}

	async text(): Promise<string> {
		return new TextDecoder().decode(await this.bytes());
	}

	async json(): Promise<unknown> {
		return JSON.parse(await this.text());
	}

	async blob(): Promise<Blob> {
		return new Blob([await this.bytes()], { type: this.httpMetadata.contentType ?? "" });
	}
}

/** The binding of a bucket, as one isolate has it. */
export function r2Binding(
	bucket: Bucket,
	call: Call,
	service: Operation["service"] = "files",
): R2Bucket {
	const send = <T>(name: string, detail: string, isWrite: boolean, effect: () => T | Promise<T>) =>
		call({ service, name, detail, isWrite }, effect);

	function uploadOf(key: string, uploadId: string) {
		const at = `${key} ${uploadId}`;
		return {
			key,
			uploadId,
			async uploadPart(number: number, value: unknown) {
				if (!(number >= 1 && number <= 10_000))
					throw new TypeError(
						`Part number must be between 1 and 10000 (inclusive). Actual value was: ${number}`,
					);
				const body = bodyOf(value, "uploadPart", "R2MultipartUpload");
				const keep = (bytes: Bytes) => bucket.putPart(key, uploadId, number, bytes);
				return send("uploadPart", `${at} ${number}`, true, () =>
					typeof body === "function" ? body().then(keep) : keep(body),
				);
			},
			complete: async (parts: R2UploadedPart[]) =>
				send("complete", at, true, () => new HeadResult(bucket.complete(key, uploadId, parts))),
			abort: async () => send("abort", at, true, () => bucket.abort(key, uploadId)),
		};
	}

	const binding = {
		head: async (key: string) =>
			send("head", key, false, () => {
				const stored = bucket.find("head", key);
				return stored ? new HeadResult(stored, resolved(undefined, stored.bytes.length)) : null;
			}),
		async get(key: string, options: R2GetOptions = {}) {
			const range = options.range as R2Range | undefined;
			checkRange(range);
			checkCondition(options.onlyIf as R2Conditional | undefined);
			return send("get", key, false, () => {
				const stored = bucket.find("get", key);
				if (!stored) return null;
				const { length } = stored.bytes;
				return meets(stored, options.onlyIf as R2Conditional | undefined)
					? new GetResult(stored, resolved(range, length))
					: new HeadResult(stored, resolved(undefined, length));
			});
		},
		async put(key: string, value: unknown, options?: R2PutOptions) {
			checkHashes(options);
			checkCondition(options?.onlyIf as R2Conditional | undefined);
			const body = bodyOf(value, "put", "R2Bucket");
			const keep = (bytes: Bytes) => {
				const stored = bucket.put(key, bytes, options);
				return stored && new HeadResult(stored);
			};
			return send("put", key, true, () =>
				typeof body === "function" ? body().then(keep) : keep(body),
			);
		},
		delete: async (keys: string | string[]) =>
			send("delete", [keys].flat().join(" "), true, () => bucket.delete(keys)),
		list: async (options?: R2ListOptions) =>
			send("list", options?.prefix ?? "", false, () => {
				const page = bucket.list(options);
				return { ...page, objects: page.objects.map((stored) => new HeadResult(stored)) };
			}),
		createMultipartUpload: async (key: string, options?: R2MultipartOptions) =>
			send("createMultipartUpload", key, true, () => uploadOf(key, bucket.begin(key, options))),
		resumeMultipartUpload: uploadOf,
	};
	// Checksums are buffers by name here, too; the suite beside the runtime checks what is answered.
	return binding as unknown as R2Bucket;
}
