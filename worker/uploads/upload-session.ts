import { DurableObject } from "cloudflare:workers";
import { type Handlers, makeCtx } from "../context.ts";
import { UPLOAD_IDLE_MS } from "../contract/constants.ts";
import type { MissingParts } from "../contract/uploads.ts";
import { quotaOf } from "../plans/upload-slots.ts";
import { log, serializeError } from "../platform/log.ts";
import { discardUpload } from "./discard-upload.ts";
import { finishObjects } from "./finish-objects.ts";
import { partsOf } from "./part-sizes.ts";
import { publishUpload } from "./publish-upload.ts";
import { type RenditionObject, RenditionObjects } from "./rendition-objects.ts";
import type {
	AnnouncedFile,
	CompleteOutcome,
	Part,
	SessionFile,
	SessionState,
	SessionStatus,
	UploadMetadata,
} from "./session-rows.ts";
import { SessionStore } from "./session-store.ts";
import { reconcileStored } from "./single-part-object.ts";

/** The slot's lease spans two alarms, each of which renews it. */
export const SLOT_LEASE_MS = 3 * UPLOAD_IDLE_MS;
/** How long the session keeps responding to late calls after its end. */
const MEMORY_MS = 7 * UPLOAD_IDLE_MS;
/** Beyond this many files publishing is left to the alarm, and the request gets 202. */
const FILE_CONCURRENCY = 200;
const RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60 * 1000;

type PartReport = { fileId: string; multipart: boolean; part: Part };

/**
 * One unfinished upload: which parts are stored, and how far publishing got. One object per upload. Guarantees:
 * a part counts as stored only after R2 has confirmed it, and only while the session is open, so bytes never
 * change once publishing has begun. Only one run publishes at a time; each of its steps can be repeated, and an
 * alarm resumes after a crash. After 24 hours without activity a session releases everything: R2's multipart
 * uploads, objects, rows and the month's slot. An upload that is being published is never abandoned.
 */
export abstract class UploadSessionBase extends DurableObject<Env> {
	/** what other slices do at publishing; injected by index.ts, since this slice may not import them */
	protected abstract readonly handlers: Handlers;
	private readonly store: SessionStore;
	private readonly renditions: RenditionObjects;
	private running: Promise<CompleteOutcome> | null = null;
	private beginning: Promise<void> = Promise.resolve();

	constructor(state: DurableObjectState, env: Env) {
		super(state, env);
		this.store = new SessionStore(state.storage.sql);
		this.renditions = new RenditionObjects(state.storage.sql);
	}

	/** Opens the session once; a repetition returns what was opened first. */
	async open(
		metadata: UploadMetadata,
		files: AnnouncedFile[],
	): Promise<"opened" | "closed" | { metadata: UploadMetadata; files: AnnouncedFile[] }> {
		const known = this.store.read();
		if (known?.state === "open" && known.creatorId === metadata.creatorId)
			return { metadata: known, files: this.store.files() };
		if (known) return "closed";
		this.ctx.storage.transactionSync(() => this.store.open(metadata, files));
		await this.ctx.storage.setAlarm(Date.now() + UPLOAD_IDLE_MS);
		return "opened";
	}

	/**
	 * Returns null when there is none, or it belongs to another creator. Also counts files that are stored but
	 * were not acknowledged.
	 */
	async status(creatorId: string): Promise<SessionStatus | null> {
		const found = this.store.read();
		if (found?.creatorId !== creatorId) return null;
		if (found.state === "open") await this.adopt(found);
		const session = this.store.read() ?? found;
		return { ...session, receivedSize: this.store.receivedSize() };
	}

	/**
	 * Returns a range of the files with their stored parts; creates R2's multipart uploads for those that need
	 * one. Counts as activity; a call for the first files also finds files that are stored but were not
	 * acknowledged.
	 */
	async page(from: number, count: number): Promise<(SessionFile & { received: number[] })[]> {
		const session = this.store.read();
		if (!session) return [];
		if (session.state === "open" && from === 0) await this.adopt(session);
		if (this.store.read()?.state === "open") {
			this.store.touch(Date.now());
			// Serialised: concurrent calls would create two multipart uploads for the same file.
			const started = this.beginning.then(() => this.beginMultipart(from, count));
			this.beginning = started.catch(() => {});
			await started;
		}
		return this.store.files(from, count).map((file) => ({
			...file,
			received: this.store.parts(file.position).map((part) => part.n),
		}));
	}

	/** Returns the file when its upload is open and belongs to the creator. */
	async openFile(
		creatorId: string,
		fileId: string,
	): Promise<"closed" | "unknown" | (SessionFile & { shareId: string })> {
		const session = this.store.read();
		if (session?.creatorId !== creatorId) return "unknown";
		if (session.state !== "open") return "closed";
		const file = this.store.file(fileId);
		return file ? { ...file, shareId: session.shareId } : "unknown";
	}

	/** Reserves quota for a rendition's object; when there is none, returns the creator's used bytes. */
	async reserveRendition(
		creatorId: string,
		object: RenditionObject,
		quota: number,
	): Promise<"granted" | "closed" | { used: number }> {
		const session = this.store.read();
		if (session?.creatorId !== creatorId || session.state !== "open") return "closed";
		this.renditions.add(object);
		// If this call dies here, publishing removes objects that were not confirmed.
		const { granted, stored } = await this.lease(session, quota);
		const state = this.store.read()?.state;
		// Abandoned meanwhile: the lease may have been taken again after its release.
		if (state === "abandoned") await quotaOf({ env: this.env }, creatorId).release(session.id);
		if (granted) return state === "open" ? "granted" : "closed";
		this.renditions.remove([object.objectKey]);
		return { used: stored };
	}

	/** Confirms that the object is stored and verified; false when the upload has ended, so that nothing counts it. */
	async keepRendition(objectKey: string): Promise<boolean> {
		return this.store.read()?.state === "open" && this.renditions.keep(objectKey);
	}

	/** Stops counting objects that were removed from the store. */
	async releaseRenditions(objectKeys: string[]): Promise<void> {
		if (this.store.read()) this.renditions.remove(objectKeys);
	}

	/** Returns what is recorded of a part; called before one is written, `attempt` counts the writes. */
	async part(fileId: string, n: number, attempt: boolean): Promise<"closed" | "wanted" | Part> {
		const position = this.openPosition(fileId);
		if (position === undefined) return "closed";
		const part = this.store.part(position, n);
		if (part) return part;
		if (attempt) this.store.countTry(position, n);
		return "wanted";
	}

	/**
	 * Records a part that R2 has confirmed. `contested`: two writes of one part overlapped, so it is unknown
	 * whose bytes R2 kept; the part must be sent once more.
	 */
	async record({
		fileId,
		multipart,
		part,
	}: PartReport): Promise<"stored" | "closed" | "contested"> {
		const position = this.openPosition(fileId);
		if (position === undefined) return "closed";
		this.store.touch(Date.now());
		if (this.store.keepPart(position, part) || !multipart) return "stored";
		if (this.store.part(position, part.n)?.etag === part.etag) return "stored";
		this.store.dropPart(position, part.n);
		return "contested";
	}

	/**
	 * Records files of one part as stored. Returns those that came after the upload was abandoned, which the
	 * caller must delete.
	 */
	async acknowledge(reports: { fileId: string; part: Part }[]): Promise<SessionState> {
		const state = this.store.read()?.state ?? "abandoned";
		if (state !== "open") return state;
		this.store.touch(Date.now());
		this.ctx.storage.transactionSync(() => {
			for (const { fileId, part } of reports) {
				const position = this.store.position(fileId);
				if (position !== undefined) this.store.keepPart(position, part);
			}
		});
		return state;
	}

	/** Publishes, or returns what is missing. Repeated and concurrent calls return the same share. */
	async complete(creatorId: string): Promise<CompleteOutcome> {
		const found = this.store.read();
		if (found?.creatorId !== creatorId) return { status: "unknown" };
		if (found.state === "open") await this.adopt(found);
		const session = this.store.read();
		if (session?.state === "done") return { status: "done" };
		if (!session || session.state === "abandoned") return { status: "closed" };
		if (session.state === "open") {
			const missing = this.missing();
			if (missing.length > 0) return { status: "missing", missing };
			this.store.setState("completing");
		}
		const later = session.fileCount > FILE_CONCURRENCY;
		if (!this.running) await this.ctx.storage.setAlarm(Date.now() + (later ? 0 : RETRY_MS));
		return later ? { status: "completing" } : this.publishOnce();
	}

	/**
	 * Abandons the upload: deletes parts, objects and rows and frees the slot. An upload that is being published
	 * is left alone.
	 */
	async abandon(creatorId: string): Promise<"abandoned" | "closed" | "unknown"> {
		const session = this.store.read();
		if (session?.creatorId !== creatorId) return "unknown";
		if (session.state === "completing" || session.state === "done") return "closed";
		await this.discard(session);
		return "abandoned";
	}

	override async alarm(): Promise<void> {
		const session = this.store.read();
		const now = Date.now();
		if (session?.state === "completing") {
			await this.publishOnce();
		} else if (session?.state === "open") {
			if (session.lastAt + UPLOAD_IDLE_MS <= now) return this.discard(session);
			// It has its slot and its room; no plan takes them away.
			await this.lease(session, -1);
			await this.ctx.storage.setAlarm(session.lastAt + UPLOAD_IDLE_MS);
		} else if (session?.state === "abandoned" && this.store.files(0, 1).length > 0) {
			await this.discard(session);
		} else {
			await this.ctx.storage.deleteAll();
			this.store.reset();
		}
	}

	private context() {
		return makeCtx(this.env, {
			handlers: this.handlers,
			waitUntil: (promise) => this.ctx.waitUntil(promise),
		});
	}

	/** Returns the file's object key, while parts are accepted. */
	private openPosition(fileId: string): number | undefined {
		return this.store.read()?.state === "open" ? this.store.position(fileId) : undefined;
	}

	/** Counts files that are stored but were not acknowledged. */
	private adopt({ shareId }: UploadMetadata): Promise<void> {
		return reconcileStored(this.env.FILES, this.store, shareId);
	}

	private missing(): MissingParts[] {
		return this.store
			.missing()
			.map(({ file, parts }) => ({ fileId: file.id, name: file.name, parts }));
	}

	private async beginMultipart(from: number, count: number): Promise<void> {
		const { files: bucket } = this.context();
		const queue = this.store
			.files(from, count)
			.filter((file) => file.multipart === null && partsOf(file.size) > 1);
		const work = async () => {
			for (let file = queue.shift(); file; file = queue.shift()) {
				const upload = await bucket.createMultipartUpload(file.objectKey, {
					httpMetadata: { contentType: file.mimeType },
				});
				this.store.setMultipart(file.position, upload.uploadId);
			}
		};
		await Promise.all(Array.from({ length: 6 }, work));
	}

	private publishOnce(): Promise<CompleteOutcome> {
		this.running ??= this.publish().finally(() => {
			this.running = null;
		});
		return this.running;
	}

	private async publish(): Promise<CompleteOutcome> {
		const session = this.store.read();
		if (session?.state === "done") return { status: "done" };
		if (session?.state !== "completing") return { status: "closed" };
		const ctx = this.context();
		try {
			if (!(await finishObjects(ctx, this.store))) {
				this.store.setState("open");
				await this.ctx.storage.setAlarm(Date.now() + UPLOAD_IDLE_MS);
				return { status: "missing", missing: this.missing() };
			}
			const unkept = this.renditions.keys("unkept");
			if (unkept.length > 0) await ctx.files.delete(unkept);
			this.renditions.remove(unkept);
			const bytes = this.renditions.bytes();
			const outcome = await publishUpload(ctx, session, this.store.files(), bytes);
			if (outcome !== "published") {
				await this.discard(session);
				return { status: outcome === "sold" ? "sold" : "closed" };
			}
		} catch (error) {
			// The stored state records the progress; the alarm resumes from there.
			log("error", "upload.publish_failed", { upload: session.id, ...serializeError(error) });
			this.store.countFailure();
			const wait = Math.min(RETRY_MS * 2 ** session.failures, MAX_RETRY_MS);
			await this.ctx.storage.setAlarm(Date.now() + wait);
			return { status: "completing" };
		}
		this.store.setState("done");
		this.store.deleteContent();
		await this.ctx.storage.setAlarm(Date.now() + MEMORY_MS);
		return { status: "done" };
	}

	private async discard(session: UploadMetadata): Promise<void> {
		this.store.setState("abandoned");
		// If this run dies, the alarm finds content left and starts again.
		await this.ctx.storage.setAlarm(Date.now() + RETRY_MS);
		await this.beginning;
		const left = this.store.files();
		await discardUpload(this.context(), session, left, this.renditions.keys("all"));
		this.store.deleteContent();
		await this.ctx.storage.setAlarm(Date.now() + MEMORY_MS);
	}

	/** Renews the leases of slot and bytes, and reserves the upload's growth if the quota allows it. */
	private lease(session: UploadMetadata, quota: number) {
		const now = Date.now();
		return quotaOf({ env: this.env }, session.creatorId).reserve({
			creatorId: session.creatorId,
			uploadId: session.id,
			bytes: session.totalSize + this.renditions.bytes(),
			limit: -1,
			quota,
			now,
			expiresAt: now + SLOT_LEASE_MS,
		});
	}
}
