import { PART_SIZE } from "../../contract/constants.ts";
import type { Ctx } from "../../core/context.ts";
import { SNIFF_BYTES } from "../../files/contract/detect-type.ts";
import { crc32 } from "../../platform/storage/crc32.ts";
import type { TaskLimiter } from "../../platform/task-limiter.ts";
import { type CheckedFile, checkContent } from "./checked-file.ts";
import type { NewFile } from "./tables.ts";

function take(chunks: Uint8Array[], wanted: number): Uint8Array {
	const taken = new Uint8Array(wanted);
	let filled = 0;
	while (filled < wanted) {
		const [first] = chunks;
		if (!first) return taken.subarray(0, filled);
		const part = first.subarray(0, wanted - filled);
		taken.set(part, filled);
		filled += part.byteLength;
		if (part.byteLength === first.byteLength) chunks.shift();
		else chunks[0] = first.subarray(part.byteLength);
	}
	return taken;
}

/** `etag` is set once the writes are done. */
export type StoredFile = Omit<NewFile, "etag"> & { etag: string | null };

/** Buffers at most 8 MiB: larger files are multipart uploads. Checks the content before storing the first byte. */
export class IncomingFile {
	readonly stored: StoredFile;
	private readonly ctx: Ctx;
	private readonly file: CheckedFile;
	private readonly limiter: TaskLimiter;
	private readonly waiting: Uint8Array[] = [];
	private gathered = 0;
	private checked = false;
	private upload: R2MultipartUpload | null = null;
	private sent = 0;
	private readonly parts: R2UploadedPart[] = [];

	constructor(
		ctx: Ctx,
		file: CheckedFile & { id: string; objectKey: string },
		limiter: TaskLimiter,
	) {
		this.ctx = ctx;
		this.file = file;
		this.limiter = limiter;
		const { family: _, ...announced } = file;
		this.stored = { ...announced, size: 0, crc32: 0, modifiedAt: ctx.now(), etag: null };
	}

	async write(bytes: Uint8Array): Promise<void> {
		this.stored.crc32 = crc32(bytes, this.stored.crc32);
		this.stored.size += bytes.byteLength;
		// Copies, since the chunk may contain many other small files.
		this.waiting.push(bytes.slice());
		this.gathered += bytes.byteLength;
		if (!this.checked && this.gathered >= SNIFF_BYTES) this.check();
		while (this.gathered > PART_SIZE) await this.sendPart(PART_SIZE);
	}

	async end(): Promise<void> {
		if (!this.checked) this.check();
		if (this.upload) {
			await this.sendPart(this.gathered);
			return;
		}
		const body = take(this.waiting, this.gathered);
		await this.limiter.add(body.byteLength, async () => {
			const object = await this.ctx.files.put(this.stored.objectKey, body, {
				httpMetadata: { contentType: this.file.mimeType },
			});
			this.stored.etag = object.etag;
		});
	}

	async complete(): Promise<void> {
		if (!this.upload) return;
		const object = await this.upload.complete(this.parts);
		this.upload = null;
		this.stored.etag = object.etag;
	}

	async abort(): Promise<void> {
		await this.upload?.abort();
	}

	private check(): void {
		const head = take([...this.waiting], Math.min(this.gathered, SNIFF_BYTES));
		checkContent(head, this.file);
		this.checked = true;
	}

	private async sendPart(size: number): Promise<void> {
		this.upload ??= await this.ctx.files.createMultipartUpload(this.stored.objectKey, {
			httpMetadata: { contentType: this.file.mimeType },
		});
		const { upload, parts } = this;
		const index = this.sent++;
		const body = take(this.waiting, size);
		this.gathered -= size;
		await this.limiter.add(size, async () => {
			parts[index] = await upload.uploadPart(index + 1, body);
		});
	}
}
