import { eq } from "drizzle-orm";
import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import { discardShare } from "../../catalogue/shares/erase-share.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import type { Ctx } from "../../core/context.ts";
import { findFault } from "../../platform/faults.ts";
import { log, serializeError } from "../../platform/log.ts";
import { repeatable } from "../../platform/retrying.ts";
import type { MissingParts } from "./contract.ts";
import { finishObjects } from "./finish-objects.ts";
import type { MultipartUploads } from "./multipart-uploads.ts";
import { publishUpload } from "./publish-upload.ts";
import { isNoSuchUpload } from "./r2-errors.ts";
import type { RenditionObjects } from "./renditions.ts";
import type { CompleteOutcome, SessionFile, UploadMetadata } from "./session-rows.ts";
import type { SessionStore } from "./session-store.ts";
import { uploads } from "./tables.ts";

/** How long the session responds to late calls after its end. */
const RETAIN_MS = 7 * UPLOAD_IDLE_MS;
/** Beyond this many files, the alarm publishes and the request gets 202. */
const MAX_FILES_IN_REQUEST = 200;
const RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60 * 1000;

type Session = {
	store: SessionStore;
	renditions: RenditionObjects;
	multiparts: MultipartUploads;
	context: () => Ctx;
	/** sets the session's alarm, in ms from now */
	wakeIn: (ms: number) => Promise<void>;
};

/** Only one run publishes at a time; each step can be repeated, and the session's alarm resumes after a crash. */
export class SessionEnding {
	private readonly session: Session;
	private running: Promise<CompleteOutcome> | null = null;

	constructor(session: Session) {
		this.session = session;
	}

	/** Also continues a session that is being published. */
	async complete(): Promise<CompleteOutcome> {
		const row = this.session.store.read();
		if (row?.state === "done") return { status: "done" };
		if (!row || row.state === "abandoned") return { status: "closed" };
		if (row.state === "open") {
			const missing = this.missing();
			if (missing.length > 0) return { status: "missing", missing };
			this.session.store.setState("completing");
		}
		const later = row.fileCount > MAX_FILES_IN_REQUEST;
		if (!this.running) await this.session.wakeIn(later ? 0 : RETRY_MS);
		return later ? { status: "completing" } : this.publish();
	}

	/** Publishes a session in the state `completing`; joins a running call. */
	publish(): Promise<CompleteOutcome> {
		this.running ??= this.run().finally(() => {
			this.running = null;
		});
		return this.running;
	}

	async discard(metadata: UploadMetadata): Promise<void> {
		const { store, renditions, multiparts, context, wakeIn } = this.session;
		store.setState("abandoned");
		// If this run dies, the alarm finds the remaining content and starts again.
		await wakeIn(RETRY_MS);
		await multiparts.settled();
		await discardUpload(context(), metadata, store.files(), renditions.keys("all")).catch(
			(error: unknown) => {
				// Callers outside the object don't get an error's causes.
				throw findFault(error)?.error ?? error;
			},
		);
		store.deleteContent();
		await wakeIn(RETAIN_MS);
	}

	private missing(): MissingParts[] {
		return this.session.store
			.missing()
			.map(({ file, parts }) => ({ fileId: file.id, name: file.originalName, parts }));
	}

	private async run(): Promise<CompleteOutcome> {
		const { store, renditions, context, wakeIn } = this.session;
		const row = store.read();
		if (row?.state === "done") return { status: "done" };
		if (row?.state !== "completing") return { status: "closed" };
		const ctx = context();
		try {
			if (!(await finishObjects(ctx, store))) {
				store.setState("open");
				await wakeIn(UPLOAD_IDLE_MS);
				return { status: "missing", missing: this.missing() };
			}
			const unkept = renditions.keys("unkept");
			if (unkept.length > 0) await ctx.files.delete(unkept);
			renditions.remove(unkept);
			const outcome = await publishUpload(ctx, row, store.files());
			if (outcome === "gone") {
				await this.discard(row);
				return { status: "closed" };
			}
		} catch (error) {
			// The stored state records the progress; the alarm resumes from there.
			log("error", "upload.publish_failed", { upload: row.id, ...serializeError(error) });
			store.countFailure();
			await wakeIn(Math.min(RETRY_MS * 2 ** row.failures, MAX_RETRY_MS));
			return { status: "completing" };
		}
		store.setState("done");
		store.deleteContent();
		await wakeIn(RETAIN_MS);
		return { status: "done" };
	}
}

const KEYS_PER_CALL = 1000;

/** Idempotent. */
async function discardUpload(
	ctx: Ctx,
	metadata: UploadMetadata,
	left: readonly SessionFile[],
	renditionKeys: readonly string[],
): Promise<void> {
	for (const file of left) {
		if (file.multipart === null || file.etag !== null) continue;
		const upload = ctx.files.resumeMultipartUpload(file.objectKey, file.multipart);
		await repeatable(() => upload.abort()).catch((error: unknown) => {
			if (!isNoSuchUpload(error)) throw error;
		});
	}
	const keys = [...left.map((file) => file.objectKey), ...renditionKeys];
	for (let from = 0; from < keys.length; from += KEYS_PER_CALL)
		await ctx.files.delete(keys.slice(from, from + KEYS_PER_CALL));
	await ctx.handlers.deleteRenditions(
		ctx,
		left.map((file) => file.id),
	);
	if (!metadata.addsTo) await discardShare(ctx, metadata.shareId);
	await repeatable(() =>
		ctx.db.update(uploads).set({ state: "abandoned" }).where(eq(uploads.id, metadata.id)),
	);
	await quotaOf(ctx, metadata.creatorId).release(metadata.id);
}
