import { open } from "node:fs/promises";
import * as zlib from "node:zlib";
import { crcText, crc32 as ownCrc32 } from "../../../../web/upload-engine/matching/crc32.ts";
import { UnreadableFile } from "../../../../web/upload-engine/transport/failures.ts";

export type DiskFile = {
	path: string;
	size: number;
	/** ms since the epoch, with fractions */
	modifiedAt: number;
};

/** Read when it is sent: only parts in flight are in memory. */
export class FileSlice {
	readonly size: number;
	readonly #file: DiskFile;
	readonly #start: number;
	#loaded: Buffer | null = null;

	/** In bytes; `end` is exclusive, and cut at the end of the file. */
	constructor(file: DiskFile, start = 0, end = file.size) {
		this.#file = file;
		this.#start = Math.min(start, file.size);
		this.size = Math.max(0, Math.min(end, file.size) - this.#start);
	}

	slice(start: number, end: number): FileSlice {
		return new FileSlice(this.#file, this.#start + start, this.#start + Math.min(end, this.size));
	}

	get loaded(): Buffer | null {
		return this.#loaded;
	}

	/** Throws UnreadableFile, also if the file has changed. */
	async load(): Promise<Buffer> {
		const { path, size, modifiedAt } = this.#file;
		try {
			const file = await open(path, "r");
			try {
				const bytes = Buffer.allocUnsafe(this.size);
				for (let at = 0; at < bytes.length; ) {
					const { bytesRead } = await file.read(bytes, at, bytes.length - at, this.#start + at);
					if (bytesRead === 0) throw changed(path);
					at += bytesRead;
				}
				// After the read, to notice changes before and during it.
				const now = await file.stat();
				if (now.size !== size || now.mtimeMs !== modifiedAt) throw changed(path);
				this.#loaded = bytes;
				return bytes;
			} finally {
				await file.close();
			}
		} catch (error) {
			if (error instanceof UnreadableFile) throw error;
			throw new UnreadableFile(`${path} can't be read: ${(error as Error).message}`, {
				cause: error,
			});
		}
	}

	release(): void {
		this.#loaded = null;
	}
}

const changed = (path: string) => new UnreadableFile(`${path} was changed while it was sent.`);

/** Node's own CRC-32 (from 20.15 and 22.2 on) is several times as fast. */
const crc32: (bytes: Uint8Array) => number = zlib.crc32 ?? ownCrc32;

/** Returns eight lower-case hex digits. Throws UnreadableFile. */
export async function checksum(slice: FileSlice): Promise<string> {
	return crcText(crc32(await slice.load()) >>> 0);
}
