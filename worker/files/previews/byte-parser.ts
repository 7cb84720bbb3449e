/** What a clip's own bytes contain. */
export type ClipMetadata = { mimeType: string; durationMs: number; hasVideo: boolean };

/** Thrown when the bytes are not a clip of the kind that their parser reads. */
export class NotAClip extends Error {}

/** The maximum number of bytes that a parser gets at once. */
export const MAX_TAKEN = 8192;
/**
 * Reads allowed per file, each up to 0.1 µs of processor time. A film needs one per frame and one per
 * audio packet: enough for any clip of 100 MB that our clip maker writes.
 */
export const MAX_STEPS = 1_000_000;
/** Bytes that are copied together where a chunk ends within what a parser needs. */
const JOINED = 1024;
/** Frames per second beyond which a film is assumed to be longer than its timestamps say. */
export const MAX_FRAME_RATE = 300;
/** Bytes other than frames that a clip may have, and how many more for each frame: headers and tables. */
const OVERHEAD = 64 * 1024;
const OVERHEAD_PER_FRAME = 48;

/**
 * A parser is a generator that yields how many bytes it must be able to read before it can continue. It
 * only moves forward, so every iteration of its loops consumes a part of the file.
 */
export type ParserSteps<Result> = Generator<number, Result, void>;

const NOTHING = new Uint8Array(0);

/** A parser's position in a file of `size` bytes; it cannot read beyond the end. */
export class Cursor {
	/** bytes consumed */
	at = 0;
	readonly size: number;
	/** the available bytes of the file, starting at byte `from` of `ahead` */
	private ahead: Uint8Array = NOTHING;
	private from = 0;
	/** bytes to be skipped that have not arrived yet */
	private skipping = 0;
	/** reads so far */
	steps = 0;

	constructor(size: number) {
		this.size = size;
	}

	/**
	 * Returns what to yield before `bytes` (at most `MAX_TAKEN`), or the rest of the file, can be read; 0
	 * when they are available. Loops over frames call it themselves, since a generator per frame is slow.
	 */
	lacks(bytes: number): number {
		this.steps += 1;
		if (this.steps > MAX_STEPS) throw new NotAClip("more steps than a clip has frames");
		const wanted = Math.min(bytes, this.size - this.at);
		return this.unread >= wanted ? 0 : wanted;
	}

	/** Returns the next byte; `lacks` must have been called for it. */
	byte(): number {
		const byte = this.ahead[this.from];
		if (byte === undefined) throw new NotAClip("the file ends early");
		this.from += 1;
		this.at += 1;
		return byte;
	}

	/** Returns the next bytes, at most `MAX_TAKEN`; valid until the next call. */
	*take(bytes: number): ParserSteps<Uint8Array> {
		if (bytes > this.size - this.at) throw new NotAClip("the file ends early");
		const lacking = this.lacks(bytes);
		if (lacking > 0) yield lacking;
		this.at += bytes;
		this.from += bytes;
		return this.ahead.subarray(this.from - bytes, this.from);
	}

	/** Skips everything before `end`, a position in the file. */
	skipTo(end: number): void {
		if (end < this.at || end > this.size) throw new NotAClip("a length that is not there");
		const here = Math.min(end - this.at, this.unread);
		this.from += here;
		this.skipping += end - this.at - here;
		this.at = end;
	}

	/** Lets a parser read `ahead`, which follows what was read and skipped before. */
	show(ahead: Uint8Array): void {
		this.ahead = ahead;
		this.from = 0;
	}

	/** Skips the start of a chunk as far as requested; returns how many bytes of it that were. */
	pass(bytes: number): number {
		const passed = Math.min(this.skipping, bytes);
		this.skipping -= passed;
		return passed;
	}

	/** Bytes that are available and not read. */
	get unread(): number {
		return this.ahead.length - this.from;
	}

	get isSkipping(): boolean {
		return this.skipping > 0;
	}
}

/** Refuses a file that contains more than its frames and the headers and tables they need. */
export function checkOverhead(size: number, frames: { count: number; bytes: number }): void {
	if (size - frames.bytes > OVERHEAD + OVERHEAD_PER_FRAME * frames.count)
		throw new NotAClip("more bytes than frames and their tables");
}

/** Runs a parser over bytes that arrive in chunks of any size, and buffers only what it needs. */
export class ByteParser<Result> {
	private readonly parser: ParserSteps<Result>;
	private readonly cursor: Cursor;
	private readonly held = new Uint8Array(MAX_TAKEN);
	private heldBytes = 0;
	private wanted = 0;
	private ended: { result: Result } | null = null;

	constructor(size: number, parser: (cursor: Cursor) => ParserSteps<Result>) {
		this.cursor = new Cursor(size);
		this.parser = parser(this.cursor);
		this.resume(NOTHING);
	}

	/** Passes the next bytes. Throws `NotAClip` where the parser does, and for bytes after its end. */
	push(chunk: Uint8Array): void {
		for (let at = 0; ; ) {
			if (this.heldBytes === 0) at += this.cursor.pass(chunk.length - at);
			const left = chunk.length - at;
			if (left === 0) return;
			if (this.ended) throw new NotAClip("bytes after the end");
			if (this.heldBytes === 0 && left >= this.wanted) {
				at = chunk.length - this.resume(chunk.subarray(at));
				continue;
			}
			// More than needed, so that the buffered bytes are consumed and the chunk is read in place again.
			const room = Math.min(Math.max(this.wanted, JOINED), MAX_TAKEN) - this.heldBytes;
			const taken = Math.min(room, left);
			this.held.set(chunk.subarray(at, at + taken), this.heldBytes);
			at += taken;
			this.heldBytes += taken;
			if (this.heldBytes < this.wanted) return;
			const unread = this.resume(this.held.subarray(0, this.heldBytes));
			// Bytes of this chunk are read from it; bytes before it stay buffered.
			const buffered = unread > taken ? unread : 0;
			this.held.copyWithin(0, this.heldBytes - buffered, this.heldBytes);
			this.heldBytes = buffered;
			if (buffered === 0) at -= unread;
		}
	}

	/** Returns the parser's result, once all bytes were passed. Throws `NotAClip` when it needs more. */
	finish(): Result {
		if (!this.ended || this.cursor.isSkipping) throw new NotAClip("the file ends early");
		return this.ended.result;
	}

	/** Runs the parser until it needs more than is available; returns how many bytes are left. */
	private resume(bytes: Uint8Array): number {
		this.cursor.show(bytes);
		const { done, value } = this.parser.next();
		if (done) this.ended = { result: value };
		else if (value > this.cursor.unread && value <= MAX_TAKEN) this.wanted = value;
		else throw new NotAClip(`a step of ${value} bytes`);
		return this.cursor.unread;
	}
}
