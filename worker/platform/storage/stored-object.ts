import { ApiError } from "../errors.ts";
import type { ObjectRange } from "../http/http-range.ts";
import { chunksOf } from "./byte-reader.ts";

/** What the records say of a stored object. */
export type ObjectRecord = {
	/** of the whole object, in bytes */
	size: number;
	/** null where none was recorded */
	etag: string | null;
};

/** What is wrong with a stored object; `unreadable` when the store fails while its bytes are read. */
type Problem = "missing" | "size" | "etag" | "unreadable";

/** A client that comes back sooner would not find an object that is gone. */
const RETRY_AFTER_S = "3600";

const bare = (etag: string) => etag.replaceAll('"', "");

/** A stored object that is not what the records say, or can't be read: answered as `file.unavailable`. */
export class UnreadableObject extends ApiError {
	readonly key: string;
	/** where in the object the read began, in bytes */
	readonly offset: number;
	/** for the operator's log */
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
		this.logFields = { key, ...logFields, problem };
	}
}

/** What distinguishes an object from its record. */
export type Difference = { problem: Problem; expected?: unknown; found?: unknown };

/** Finds what distinguishes an object from its record; null when nothing does. */
export function differenceOf(object: R2Object | null, record: ObjectRecord): Difference | null {
	if (object === null) return { problem: "missing" };
	if (object.size !== record.size)
		return { problem: "size", expected: record.size, found: object.size };
	if (record.etag !== null && object.etag !== bare(record.etag))
		return { problem: "etag", expected: bare(record.etag), found: object.etag };
	return null;
}

/**
 * Opens a stretch of an object after comparing the whole of it with its record: R2 answers the whole
 * object to a range beyond its end. @throws UnreadableObject
 */
export async function openObject(
	files: R2Bucket,
	range: ObjectRange,
	record: ObjectRecord,
): Promise<ReadableStream> {
	const { key, offset, length } = range;
	const object = await files.get(key, { range: { offset, length } }).catch((cause: unknown) => {
		throw new UnreadableObject(range, "unreadable", { cause });
	});
	const difference = differenceOf(object, record);
	if (object !== null && difference === null) return object.body;
	await object?.body.cancel();
	throw new UnreadableObject(range, difference?.problem ?? "missing", { ...difference });
}

/** Reads a stretch of an object to its end; each chunk is handed to `take`. @throws UnreadableObject */
export async function readThrough(
	files: R2Bucket,
	range: ObjectRange,
	record: ObjectRecord,
	take: (chunk: Uint8Array) => void = () => {},
): Promise<void> {
	const body = await openObject(files, range, record);
	let read = 0;
	try {
		for await (const chunk of chunksOf(body)) {
			read += chunk.byteLength;
			take(chunk);
		}
	} catch (cause) {
		throw new UnreadableObject(range, "unreadable", { cause });
	}
	if (read !== range.length)
		throw new UnreadableObject(range, "unreadable", { expected: range.length, found: read });
}
