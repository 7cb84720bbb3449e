/** What a clip's own bytes say. */
export type ClipMetadata = { mimeType: string; durationMs: number; hasVideo: boolean };

/** The bytes are no clip of the kind that their parser reads. */
export class NotAClip extends Error {}

/** The most bytes that a parser gets at once. */
export const MAX_TAKEN = 8192;
/**
 * Reads that one file may cost, each up to 0.1 µs of processor time. A film takes one a frame and one a
 * packet of sound, an MP3 one a frame: enough for any clip of 100 MB that our clip maker writes.
 */
export const MAX_STEPS = 1_000_000;
/** Bytes that are copied together where a chunk ends amid what a parser wants. */
const JOINED = 1024;
/** Frames a second beyond which a film is taken to be longer than its time stamps say. */
export const MAX_FRAME_RATE = 300;
/** Bytes besides frames that a clip may have, and how many more for each frame: headers and tables. */
const BESIDES = 64 * 1024;
const BESIDES_A_FRAME = 48;

/**
 * What a parser is: a generator that yields how many bytes it must be able to read before it can go
 * on. It only ever goes forward, so every turn of its loops consumes a part of the file.
 */
export type ParserSteps<Result> = Generator<number, Result, void>;

const NOTHING = new Uint8Array(0);

/** Where a parser is in a file of `size` bytes; it cannot read beyond the end. */
export class Cursor {
	/** bytes consumed */
	at = 0;
	readonly size: number;
	/** what is there of the file, from byte `from` of `ahead` on */
	private ahead: Uint8Array = NOTHING;
	private from = 0;
	/** bytes to be passed over that are not there yet */
	private skipping = 0;
	/** reads so far */
	steps = 0;

	constructor(size: number) {
		this.size = size;
	}

	/**
	 * What to yield before `bytes` (at most `MAX_TAKEN`), or what is left of the file, can be read; 0
	 * when they are there. Loops over frames ask it themselves, since a generator a frame is slow.
	 */
	lacks(bytes: number): number {
		this.steps += 1;
		if (this.steps > MAX_STEPS) throw new NotAClip("more steps than a clip has frames");
		const wanted = Math.min(bytes, this.size - this.at);
		return this.unread >= wanted ? 0 : wanted;
	}

	/** The next byte of those that `lacks` was asked for. */
	byte(): number {
		const byte = this.ahead[this.from];
		if (byte === undefined) throw new NotAClip("the file ends early");
		this.from += 1;
		this.at += 1;
		return byte;
	}

	/** The next bytes, at most `MAX_TAKEN`; valid until more are asked for. */
	*take(bytes: number): ParserSteps<Uint8Array> {
		if (bytes > this.size - this.at) throw new NotAClip("the file ends early");
		const lacking = this.lacks(bytes);
		if (lacking > 0) yield lacking;
		this.at += bytes;
		this.from += bytes;
		return this.ahead.subarray(this.from - bytes, this.from);
	}

	/** Passes over everything before `end`, a position in the file. */
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

	/** Passes over the start of a chunk as far as asked for; answers how many bytes of it that were. */
	pass(bytes: number): number {
		const passed = Math.min(this.skipping, bytes);
		this.skipping -= passed;
		return passed;
	}

	/** Bytes that were shown and not read. */
	get unread(): number {
		return this.ahead.length - this.from;
	}

	get isSkipping(): boolean {
		return this.skipping > 0;
	}
}

/** Refuses a file in which more than its frames and what they need in headers and tables is kept. */
export function checkBesides(size: number, frames: { count: number; bytes: number }): void {
	if (size - frames.bytes > BESIDES + BESIDES_A_FRAME * frames.count)
		throw new NotAClip("more bytes than frames and their tables");
}

/** Drives a parser over bytes that arrive in chunks of any size, and holds none but what it asks for. */
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

	/** Feeds the next bytes. Throws `NotAClip` where the parser does, and for bytes after its end. */
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
			// More than is wanted, so that what came before is used up and the chunk is read in place again.
			const room = Math.min(Math.max(this.wanted, JOINED), MAX_TAKEN) - this.heldBytes;
			const taken = Math.min(room, left);
			this.held.set(chunk.subarray(at, at + taken), this.heldBytes);
			at += taken;
			this.heldBytes += taken;
			if (this.heldBytes < this.wanted) return;
			const unread = this.resume(this.held.subarray(0, this.heldBytes));
			// What came from this chunk is read from there; what came before it stays held.
			const kept = unread > taken ? unread : 0;
			this.held.copyWithin(0, this.heldBytes - kept, this.heldBytes);
			this.heldBytes = kept;
			if (kept === 0) at -= unread;
		}
	}

	/** The parser's result, once all bytes were fed. Throws `NotAClip` when it wants more. */
	finish(): Result {
		if (!this.ended || this.cursor.isSkipping) throw new NotAClip("the file ends early");
		return this.ended.result;
	}

	/** Runs the parser until it wants more than it is shown; answers how many bytes it left. */
	private resume(bytes: Uint8Array): number {
		this.cursor.show(bytes);
		const { done, value } = this.parser.next();
		if (done) this.ended = { result: value };
		else if (value > this.cursor.unread && value <= MAX_TAKEN) this.wanted = value;
		else throw new NotAClip(`a step of ${value} bytes`);
		return this.cursor.unread;
	}
}
