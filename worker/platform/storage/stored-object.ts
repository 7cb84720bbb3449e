import { ApiError } from "../errors.ts";
import type { ObjectRange } from "../http/http-range.ts";
import { chunksOf } from "./byte-reader.ts";

export type ObjectRecord = {
	size: number;
	/** null if none was recorded */
	etag: string | null;
};

/** `unreadable`: the store fails while its bytes are read. */
type Problem = "missing" | "size" | "etag" | "unreadable";

/** A missing object won't be back sooner either. */
const RETRY_AFTER_S = "3600";

const bare = (etag: string) => etag.replaceAll('"', "");

/** A stored object differs from its record or can't be read: `file.unavailable`. */
export class UnreadableObject extends ApiError {
	readonly key: string;
	/** first byte of the read */
	readonly offset: number;
	/** the store failed: a retry may help */
	readonly isTransient: boolean;
	readonly logFields: Record<string, unknown>;

	constructor({ key, offset }: ObjectRange, problem: Problem, more: Record<string, unknown> = {}) {
		const { cause, ...logFields } = more;
		super("file.unavailable", {
			cause,
			...(problem !== "unreadable" && { headers: { "Retry-After": RETRY_AFTER_S } }),
		});
		this.name = "UnreadableObject";
		this.key = key;
		this.offset = offset;
		this.isTransient = problem === "unreadable";
		this.logFields = { key, ...logFields, problem };
	}
}

export type Difference = { problem: Problem; expected?: unknown; found?: unknown };

export function differenceOf(object: R2Object | null, record: ObjectRecord): Difference | null {
	if (object === null) return { problem: "missing" };
	if (object.size !== record.size)
		return { problem: "size", expected: record.size, found: object.size };
	if (record.etag !== null && object.etag !== bare(record.etag))
		return { problem: "etag", expected: bare(record.etag), found: object.etag };
	return null;
}

/** Compares the object with its record first: for a range beyond the end, R2 returns the whole object. */
export async function openObject(
	files: R2Bucket,
	range: ObjectRange,
	record: ObjectRecord,
): Promise<ReadableStream> {
	const { key, offset, length } = range;
	// The local store opens a whole object faster than a range of the same length.
	const isWhole = offset === 0 && length === record.size;
	const options: R2GetOptions = isWhole ? {} : { range: { offset, length } };
	const object = await files.get(key, options).catch((cause: unknown) => {
		throw new UnreadableObject(range, "unreadable", { cause });
	});
	const difference = differenceOf(object, record);
	if (object !== null && difference === null) return object.body;
	await object?.body.cancel();
	throw new UnreadableObject(range, difference?.problem ?? "missing", { ...difference });
}

export async function readThrough(
	files: R2Bucket,
	range: ObjectRange,
	record: ObjectRecord,
	take: (chunk: Uint8Array) => void = () => {},
): Promise<void> {
	const body = await openObject(files, range, record);
	let read = 0;
	try {
		for await (const chunk of chunksOf(body, range.length)) {
			read += chunk.byteLength;
			take(chunk);
		}
	} catch (cause) {
		throw new UnreadableObject(range, "unreadable", { cause });
	}
	if (read !== range.length)
		throw new UnreadableObject(range, "unreadable", { expected: range.length, found: read });
}
