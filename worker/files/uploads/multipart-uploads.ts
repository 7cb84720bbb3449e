import pLimit from "p-limit";
import { partsOf } from "./part-sizes.ts";
import type { SessionStore } from "./session-store.ts";

const CONCURRENCY = 6;

export class MultipartUploads {
	private readonly bucket: R2Bucket;
	private readonly store: SessionStore;
	private beginning: Promise<void> = Promise.resolve();

	constructor(bucket: R2Bucket, store: SessionStore) {
		this.bucket = bucket;
		this.store = store;
	}

	/** Creates those that a range of the files lacks. */
	begin(from: number, count: number): Promise<void> {
		// Serialised: concurrent calls would create two multipart uploads for the same file.
		const begun = this.beginning.then(() => this.create(from, count));
		this.beginning = begun.catch(() => {});
		return begun;
	}

	settled(): Promise<void> {
		return this.beginning;
	}

	private async create(from: number, count: number): Promise<void> {
		const waiting = this.store
			.files(from, count)
			.filter((file) => file.multipart === null && partsOf(file.size) > 1);
		await pLimit(CONCURRENCY).map(waiting, async (file) => {
			const upload = await this.bucket.createMultipartUpload(file.objectKey, {
				httpMetadata: { contentType: file.mimeType },
			});
			this.store.setMultipart(file.position, upload.uploadId);
		});
	}
}
