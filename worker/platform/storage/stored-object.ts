import { ApiError } from "../errors.ts";
import type { ObjectRange } from "../http/http-range.ts";
import { chunksOf } from "./byte-reader.ts";

export type ObjectRecord = {
	/** of the whole object, in bytes */
	size: number;
	/** null if none was recorded */
	etag: string | null;
};

/** What is wrong with a stored object; `unreadable` when the store fails while its bytes are read. */
type Problem = "missing" | "size" | "etag" | "unreadable";

/** A client that retries sooner would not find a missing object either. */
const RETRY_AFTER_S = "3600";

const bare = (etag: string) => etag.replaceAll('"', "");

/**
 * Thrown for a stored object that differs from its record or can't be read; the response is
 * `file.unavailable`.
 */
export class UnreadableObject extends ApiError {
	readonly key: string;
	/** offset in the object where the read began, in bytes */
	readonly offset: number;
	/** the store failed, rather than holding something else than recorded: asking again may help */
	readonly isTransient: boolean;
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
		this.isTransient = problem === "unreadable";
		this.logFields = { key, ...logFields, problem };
	}
}

/** The differences between an object and its record. */
export type Difference = { problem: Problem; expected?: unknown; found?: unknown };

/** Returns how an object differs from its record; null when it does not. */
export function differenceOf(object: R2Object | null, record: ObjectRecord): Difference | null {
	if (object === null) return { problem: "missing" };
	if (object.size !== record.size)
		return { problem: "size", expected: record.size, found: object.size };
	if (record.etag !== null && object.etag !== bare(record.etag))
		return { problem: "etag", expected: bare(record.etag), found: object.etag };
	return null;
}

/**
 * Opens a range of an object after comparing the whole of it with its record: for a range beyond the
 * object's end, R2 returns the whole object. @throws UnreadableObject
 */
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

/** Reads a range of an object to its end and passes each chunk to `take`. @throws UnreadableObject */
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
