import { createHash } from "node:crypto";
import type { Call, Operation } from "./call.ts";
import { bytesOf, lengthOf, streamOf } from "./streams.ts";

/* The part of R2 that the product uses. Any other option is an error: add it here, with a case in `cases.ts`. */

type Bytes = Uint8Array<ArrayBuffer>;
type Metadata = { httpMetadata: R2HTTPMetadata; customMetadata: Record<string, string> };
type Condition = { etagMatches?: string; etagDoesNotMatch?: string };
type PutOptions = Partial<Metadata> & { onlyIf?: Condition };
type Range = { offset?: number; length?: number };
type GetOptions = { range?: Range; onlyIf?: Condition };
type ListOptions = Pick<R2ListOptions, "prefix" | "cursor" | "startAfter" | "limit" | "include">;
export type Stored = Metadata & {
	key: string;
	etag: string;
	uploaded: number;
	bytes: Bytes;
};
type Part = { number: number; etag: string; md5: string; bytes: Bytes };
type Upload = Metadata & {
	key: string;
	state: "open" | "completed" | "aborted";
	parts: Map<number, Part>;
};
type Options = {
	now: () => number;
	/** makes the ids of uploads and the ETags of parts */
	id: () => string;
};

/** The least size of any part but the last, in bytes. */
const MIN_PART = 5 * 1024 * 1024;
const MAX_KEYS = 1000;
/** Entries of a page that includes metadata. */
const MAX_WITH_METADATA = 100;
const FAILURES = {
	10001: "We encountered an internal error. Please try again.",
	10011: "Your proposed upload is smaller than the minimum allowed object size.",
	10022: "MaxKeys params must be positive integer <= 1000.",
	10024: "The specified multipart upload does not exist.",
	10025: "One or more of the specified parts could not be found.",
	10039: "The requested range is not satisfiable",
	10048: "There was a problem with the multipart upload.",
};

const failure = (name: string, code: keyof typeof FAILURES) =>
	new Error(`${name}: ${FAILURES[code]} (${code})`);
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");

/** @throws Error for an option that isn't simulated */
function checkOptions(given: object | undefined, ...known: string[]): void {
	for (const name of Object.keys(given ?? {}))
		if (!known.includes(name)) throw new Error(`The simulation of R2 has no option ${name}.`);
}

function metadataOf({ httpMetadata, customMetadata }: Partial<Metadata> = {}): Metadata {
	return { httpMetadata: { ...httpMetadata }, customMetadata: { ...customMetadata } };
}

function meets(stored: Stored | undefined, condition: Condition = {}): boolean {
	checkOptions(condition, "etagMatches", "etagDoesNotMatch");
	const { etagMatches, etagDoesNotMatch } = condition;
	const is = (etag: string) => stored !== undefined && (etag === "*" || etag === stored.etag);
	return (
		(etagMatches === undefined || is(etagMatches)) &&
		(etagDoesNotMatch === undefined || !is(etagDoesNotMatch))
	);
}

function bytesIn({ bytes }: Stored, range: Range = {}): Bytes {
	checkOptions(range, "offset", "length");
	const { offset = 0, length = bytes.length - offset } = range;
	const isRange = range.offset !== undefined || range.length !== undefined;
	if (isRange && (offset >= bytes.length || length <= 0)) throw failure("get", 10039);
	return bytes.subarray(offset, offset + length);
}

export class Bucket {
	readonly stored = new Map<string, Stored>();
	readonly #uploads = new Map<string, Upload>();
	readonly #options: Options;
	/** in order; null if some came or went */
	#keys: string[] | null = null;

	constructor(options: Options) {
		this.#options = options;
	}

	/** Returns null if the existing object doesn't meet the condition. */
	put(key: string, bytes: Bytes, options: PutOptions = {}): Stored | null {
		if (!meets(this.stored.get(key), options.onlyIf)) return null;
		return this.#keep({ key, etag: md5(bytes), bytes, ...metadataOf(options) });
	}

	delete(keys: string | string[]): void {
		for (const key of [keys].flat()) if (this.stored.delete(key)) this.#keys = null;
	}

	list(options: ListOptions = {}) {
		checkOptions(options, "prefix", "cursor", "startAfter", "limit", "include");
		const { prefix = "", startAfter = "", cursor = startAfter, include = [] } = options;
		const { limit = MAX_KEYS } = options;
		if (limit < 1 || limit > MAX_KEYS) throw failure("list", 10022);
		const most = include.length > 0 ? Math.min(limit, MAX_WITH_METADATA) : limit;
		this.#keys ??= [...this.stored.keys()].sort();
		const page: Stored[] = [];
		for (const key of this.#keys) {
			const stored = key > cursor && key.startsWith(prefix) ? this.stored.get(key) : undefined;
			if (stored) page.push(stored);
			if (page.length > most) break;
		}
		const objects = page.slice(0, most).map((stored) => ({
			...stored,
			...(!include.includes("httpMetadata") && { httpMetadata: {} }),
			...(!include.includes("customMetadata") && { customMetadata: {} }),
		}));
		const truncated = page.length > most;
		return { objects, truncated, cursor: truncated ? objects.at(-1)?.key : undefined };
	}

	begin(key: string, options?: Partial<Metadata>): string {
		const uploadId = this.#options.id();
		this.#uploads.set(uploadId, { ...metadataOf(options), key, state: "open", parts: new Map() });
		return uploadId;
	}

	putPart(key: string, uploadId: string, number: number, bytes: Bytes): R2UploadedPart {
		const upload = this.#upload(key, uploadId);
		if (upload?.state !== "open") throw failure("uploadPart", 10024);
		const etag = this.#options.id();
		upload.parts.set(number, { number, etag, md5: md5(bytes), bytes });
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
		if (parts.slice(0, -1).some(({ bytes }) => bytes.length < MIN_PART)) throw failure(name, 10011);
		parts.sort((a, b) => a.number - b.number);
		const size = parts[0]?.bytes.length ?? 0;
		const isUneven = parts.slice(0, -1).some(({ bytes }) => bytes.length !== size);
		if (isUneven || (parts.at(-1)?.bytes.length ?? 0) > size) throw failure(name, 10048);
		upload.state = "completed";
		upload.parts.clear();
		return this.#keep({
			key,
			etag: `${md5(Buffer.from(parts.map((part) => part.md5).join(""), "hex"))}-${parts.length}`,
			bytes: new Uint8Array(Buffer.concat(parts.map((part) => part.bytes))),
			...metadataOf(upload),
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
		return upload?.key === key ? upload : undefined;
	}

	#keep(object: Omit<Stored, "uploaded">): Stored {
		if (!this.stored.has(object.key)) this.#keys = null;
		const stored = { ...object, uploaded: this.#options.now() };
		this.stored.set(object.key, stored);
		return stored;
	}
}

/** The bytes to store, or a function that reads them. @throws TypeError for values that the runtime refuses */
function bodyOf(value: unknown, name: string, of: string): Bytes | (() => Promise<Bytes>) {
	if (typeof value === "string") return new Uint8Array(Buffer.from(value));
	if (value instanceof ArrayBuffer) return new Uint8Array(value.slice());
	if (ArrayBuffer.isView(value))
		return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
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

const headOf = ({ key, etag, uploaded, bytes, ...metadata }: Stored) => ({
	key,
	size: bytes.length,
	etag,
	httpEtag: `"${etag}"`,
	uploaded: new Date(uploaded),
	...metadataOf(metadata),
});

function bodied(stored: Stored, range?: Range) {
	const body = streamOf(bytesIn(stored, range));
	let isUsed = false;
	async function bytes(): Promise<Bytes> {
		if (isUsed || body.locked)
			throw new TypeError(
				"Body has already been used. It can only be used once. Use tee() first if you need to read it twice.",
			);
		isUsed = true;
		return bytesOf(body);
	}
	const text = async () => new TextDecoder().decode(await bytes());
	return {
		...headOf(stored),
		body,
		bytes,
		text,
		arrayBuffer: async () => (await bytes()).buffer,
		json: async () => JSON.parse(await text()) as unknown,
	};
}

export function r2Binding(
	bucket: Bucket,
	call: Call,
	service: Operation["service"] = "files",
): R2Bucket {
	const send = <T>(name: string, detail: string, isWrite: boolean, effect: () => T | Promise<T>) =>
		call({ service, name, detail, isWrite }, effect);
	const sendBody = <T>(
		name: string,
		detail: string,
		body: ReturnType<typeof bodyOf>,
		keep: (bytes: Bytes) => T,
	) =>
		send(name, detail, true, () => (typeof body === "function" ? body().then(keep) : keep(body)));

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
				return sendBody("uploadPart", `${at} ${number}`, body, (bytes) =>
					bucket.putPart(key, uploadId, number, bytes),
				);
			},
			complete: async (parts: R2UploadedPart[]) =>
				send("complete", at, true, () => headOf(bucket.complete(key, uploadId, parts))),
			abort: async () => send("abort", at, true, () => bucket.abort(key, uploadId)),
		};
	}

	const binding = {
		head: async (key: string) =>
			send("head", key, false, () => {
				const stored = bucket.stored.get(key);
				return stored ? headOf(stored) : null;
			}),
		async get(key: string, options: GetOptions = {}) {
			checkOptions(options, "range", "onlyIf");
			return send("get", key, false, () => {
				const stored = bucket.stored.get(key);
				if (!stored) return null;
				return meets(stored, options.onlyIf) ? bodied(stored, options.range) : headOf(stored);
			});
		},
		async put(key: string, value: unknown, options?: PutOptions) {
			checkOptions(options, "httpMetadata", "customMetadata", "onlyIf");
			return sendBody("put", key, bodyOf(value, "put", "R2Bucket"), (bytes) => {
				const stored = bucket.put(key, bytes, options);
				return stored && headOf(stored);
			});
		},
		delete: async (keys: string | string[]) =>
			send("delete", [keys].flat().join(" "), true, () => bucket.delete(keys)),
		list: async (options?: ListOptions) =>
			send("list", options?.prefix ?? "", false, () => {
				const page = bucket.list(options);
				return { ...page, objects: page.objects.map(headOf), delimitedPrefixes: [] };
			}),
		async createMultipartUpload(key: string, options?: Partial<Metadata>) {
			checkOptions(options, "httpMetadata", "customMetadata");
			return send("createMultipartUpload", key, true, () =>
				uploadOf(key, bucket.begin(key, options)),
			);
		},
		resumeMultipartUpload: uploadOf,
	};
	// Covers what the product uses; the suite next to the runtime checks it.
	return binding as unknown as R2Bucket;
}
