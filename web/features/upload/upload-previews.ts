import type { PreviewFailure } from "../../../worker/contract/files/previews.ts";
import { ApiFailure } from "../../lib/server/failure.ts";
import { refreshPreviews } from "../../lib/server/queries/missing-previews.ts";
import type { Shown } from "../../preview-engine/make-previews.ts";
import type { Rendition } from "../../preview-engine/rendition.ts";
import { toPublished } from "./missing-previews.ts";
import { putRendition } from "./put-rendition.ts";

/** Sends to the upload, and to its files once it is published. */
export class UploadPreviews {
	readonly #uploadId: string;
	readonly #run = new AbortController();
	readonly #isPublished = Promise.withResolvers<void>();

	constructor(uploadId: string) {
		this.#uploadId = uploadId;
	}

	/** Resolves once all are sent, or the upload is discarded. */
	async make(
		files: readonly {
			id: string;
			name: string;
			source: Blob | null;
			noPreview?: boolean;
			isSample?: boolean;
		}[],
		shown: Shown,
	): Promise<void> {
		if (shown.images === "none") return;
		const { makePreviews } = await import("../../preview-engine/make-previews.ts");
		const here = files.flatMap(({ id, name, source, noPreview, isSample }) =>
			source instanceof File && !noPreview ? [{ id, name, source, isSample }] : [],
		);
		const delivery = {
			put: (fileId: string, rendition: Rendition, signal: AbortSignal) =>
				this.#put(fileId, rendition, signal),
			fail: async (fileId: string, reason: PreviewFailure) => {
				await this.#isPublished.promise;
				if (!this.#run.signal.aborted) await toPublished.fail(fileId, reason);
			},
		};
		await makePreviews(here, shown, delivery, this.#run.signal);
		refreshPreviews();
	}

	published(): void {
		this.#isPublished.resolve();
		refreshPreviews();
	}

	stop(): void {
		this.#run.abort();
		this.#isPublished.resolve();
	}

	async #put(fileId: string, rendition: Rendition, signal: AbortSignal): Promise<void> {
		try {
			await putRendition(this.#uploadId, fileId, rendition, signal);
		} catch (error) {
			// It is being published, or was already.
			if (!(error instanceof ApiFailure) || error.code !== "upload.not_open") throw error;
			await this.#isPublished.promise;
			signal.throwIfAborted();
			await toPublished.put(fileId, rendition, signal);
		}
	}
}
