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

/** The slot's lease outlives two alarms, each of which renews it. */
export const SLOT_LEASE_MS = 3 * UPLOAD_IDLE_MS;
/** An ended session still answers late calls for this long. */
const MEMORY_MS = 7 * UPLOAD_IDLE_MS;
/** Beyond this many files publishing is left to the alarm, and the call answers 202. */
const FILE_CONCURRENCY = 200;
const RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60 * 1000;

type PartReport = { fileId: string; multipart: boolean; part: Part };

/**
 * One unfinished upload: what is safe of it, and how far publishing got. One object per upload.
 *
 * Guarantees: a part counts as safe only after R2 has confirmed it, and only while the session is
 * open, so bytes never change once publishing has begun. Publishing runs once at a time; each of its
 * steps can be repeated, and an alarm carries on where a run died. A session without a sign of life
 * for 24 hours gives everything back: R2's uploads, objects, rows and the month's slot. What is being
 * published is never given up.
 */
export abstract class UploadSessionBase extends DurableObject<Env> {
	/** what other slices do at publishing; given by index.ts, since this slice may not import them */
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

	/** Opens it once; a repetition gets what was opened first. */
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

	/** Null when there is none, or it is somebody else's. Counts what is stored but was not noted. */
	async status(creatorId: string): Promise<SessionStatus | null> {
		const found = this.store.read();
		if (found?.creatorId !== creatorId) return null;
		if (found.state === "open") await this.adopt(found);
		const session = this.store.read() ?? found;
		return { ...session, receivedSize: this.store.receivedSize() };
	}

	/**
	 * A stretch of the files with what is safe of them; R2's uploads are begun for those that need one.
	 * Looking is a sign of life; a look at the first files also finds what is stored but not noted.
	 */
	async page(from: number, count: number): Promise<(SessionFile & { received: number[] })[]> {
		const session = this.store.read();
		if (!session) return [];
		if (session.state === "open" && from === 0) await this.adopt(session);
		if (this.store.read()?.state === "open") {
			this.store.touch(Date.now());
			// One after the other, or two calls would begin two uploads for the same file.
			const begun = this.beginning.then(() => this.beginMultipart(from, count));
			this.beginning = begun.catch(() => {});
			await begun;
		}
		return this.store.files(from, count).map((file) => ({
			...file,
			received: this.store.parts(file.position).map((part) => part.n),
		}));
	}

	/** The file when its upload is open and the creator's own. */
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

	/** Takes room for an object of a rendition; otherwise says what of the creator's storage is used. */
	async reserveRendition(
		creatorId: string,
		object: RenditionObject,
		quota: number,
	): Promise<"granted" | "closed" | { used: number }> {
		const session = this.store.read();
		if (session?.creatorId !== creatorId || session.state !== "open") return "closed";
		this.renditions.add(object);
		// Should this call die here, publishing removes what is not kept.
		const { granted, stored } = await this.lease(session, quota);
		const state = this.store.read()?.state;
		// Given up meanwhile: the lease may have been taken anew after it was given back.
		if (state === "abandoned") await quotaOf({ env: this.env }, creatorId).release(session.id);
		if (granted) return state === "open" ? "granted" : "closed";
		this.renditions.remove([object.objectKey]);
		return { used: stored };
	}

	/** The object is stored and checked; false when the upload has ended and nothing counts it. */
	async keepRendition(objectKey: string): Promise<boolean> {
		return this.store.read()?.state === "open" && this.renditions.keep(objectKey);
	}

	/** The objects are gone from the store. */
	async releaseRenditions(objectKeys: string[]): Promise<void> {
		if (this.store.read()) this.renditions.remove(objectKeys);
	}

	/** What is known of a part; asked before one is written, `attempt` counts the writing. */
	async part(fileId: string, n: number, attempt: boolean): Promise<"closed" | "wanted" | Part> {
		const position = this.openPosition(fileId);
		if (position === undefined) return "closed";
		const part = this.store.part(position, n);
		if (part) return part;
		if (attempt) this.store.countTry(position, n);
		return "wanted";
	}

	/**
	 * Notes a part that R2 has confirmed. `contested`: two writers of one part overlapped, and nobody
	 * can tell whose bytes R2 kept; the part has to be sent once more.
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

	/** Notes files of one part that are stored; what an upload that was given up must not keep is not noted. */
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

	/** Publishes, or says what is missing. Repeating it, even at the same time, gives the same share. */
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

	/** Gives up: parts, objects and rows go, the slot comes back. What is being published stays. */
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

	/** Where the file lies, while parts are taken. */
	private openPosition(fileId: string): number | undefined {
		return this.store.read()?.state === "open" ? this.store.position(fileId) : undefined;
	}

	/** Counts as safe what is stored but was not noted. */
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
			// The state says how far it got; the alarm goes on from there.
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
		// Should this run die, the alarm finds content left and starts over.
		await this.ctx.storage.setAlarm(Date.now() + RETRY_MS);
		await this.beginning;
		const left = this.store.files();
		await discardUpload(this.context(), session, left, this.renditions.keys("all"));
		this.store.deleteContent();
		await this.ctx.storage.setAlarm(Date.now() + MEMORY_MS);
	}

	/** Renews the leases of slot and bytes, and takes what the upload has grown by if the quota has room. */
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
