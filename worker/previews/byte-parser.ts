/** What a clip's own bytes say. */
export type ClipMetadata = { mimeType: string; durationMs: number; hasVideo: boolean };

/** The bytes are no clip of the kind that their parser reads. */
export class NotAClip extends Error {}

/** The most bytes that a parser gets at once. */
export const MAX_TAKEN = 8192;
/**
 * Steps that one file may cost; each of them consumes bytes. A film takes five a frame and five a
 * packet of sound, an MP3 two a frame: enough for an hour and a half of film or 100 MB of MP3.
 */
export const MAX_STEPS = 2_500_000;
/** Frames a second beyond which a film is taken to be longer than its time stamps say. */
export const MAX_FRAME_RATE = 300;

/**
 * What a parser is: a generator that yields how many bytes it wants next, and gets them; a negative
 * number passes over as many. What it gets is valid until its next step. It only ever goes forward,
 * so every turn of its loops consumes a part of the file.
 */
export type ParserSteps<Result> = Generator<number, Result, Uint8Array>;

const NOTHING = new Uint8Array(0);

/** Where a parser is in a file of `size` bytes; it cannot ask beyond the end. */
export class Cursor {
	/** bytes consumed */
	at = 0;
	readonly size: number;

	constructor(size: number) {
		this.size = size;
	}

	/** The next bytes, at most `MAX_TAKEN`. */
	*take(bytes: number): ParserSteps<Uint8Array> {
		if (bytes > this.size - this.at) throw new NotAClip("the file ends early");
		this.at += bytes;
		return bytes === 0 ? NOTHING : yield bytes;
	}

	/** Passes over everything before `end`, a position in the file. */
	*skipTo(end: number): ParserSteps<void> {
		if (end < this.at || end > this.size) throw new NotAClip("a length that is not there");
		const bytes = end - this.at;
		this.at = end;
		if (bytes > 0) yield -bytes;
	}
}

/** Drives a parser over bytes that arrive in chunks of any size, and holds none but what it asks for. */
export class ByteParser<Result> {
	private readonly parser: ParserSteps<Result>;
	private readonly held = new Uint8Array(MAX_TAKEN);
	private heldBytes = 0;
	/** bytes wanted, or to be passed over when negative */
	private wanted = 0;
	private steps = 0;
	private ended: { result: Result } | null = null;

	constructor(parser: ParserSteps<Result>) {
		this.parser = parser;
		this.step(NOTHING);
	}

	/** Feeds the next bytes. Throws `NotAClip` where the parser does, and for bytes after its end. */
	push(chunk: Uint8Array): void {
		for (let at = 0; at < chunk.length; ) {
			if (this.ended) throw new NotAClip("bytes after the end");
			const left = chunk.length - at;
			if (this.wanted < 0) {
				const passed = Math.min(-this.wanted, left);
				at += passed;
				this.wanted += passed;
				if (this.wanted === 0) this.step(NOTHING);
			} else if (this.heldBytes === 0 && this.wanted <= left) {
				const from = at;
				at += this.wanted;
				this.step(chunk.subarray(from, at));
			} else {
				const taken = Math.min(this.wanted - this.heldBytes, left);
				this.held.set(chunk.subarray(at, at + taken), this.heldBytes);
				at += taken;
				this.heldBytes += taken;
				if (this.heldBytes < this.wanted) continue;
				this.heldBytes = 0;
				this.step(this.held.subarray(0, this.wanted));
			}
		}
	}

	/** The parser's result, once all bytes were fed. Throws `NotAClip` when it wants more. */
	finish(): Result {
		if (!this.ended) throw new NotAClip("the file ends early");
		return this.ended.result;
	}

	private step(bytes: Uint8Array): void {
		this.steps += 1;
		if (this.steps > MAX_STEPS) throw new NotAClip("more steps than a clip has frames");
		const { done, value } = this.parser.next(bytes);
		if (done) {
			this.ended = { result: value };
			return;
		}
		if (value === 0 || value > MAX_TAKEN || !Number.isSafeInteger(value))
			throw new NotAClip(`a step of ${value} bytes`);
		this.wanted = value;
	}
}
