import { DurableObject } from "cloudflare:workers";
import { quotaOf } from "../../accounts/plans/upload-slots.ts";
import { UPLOAD_IDLE_MS } from "../../contract/retention.ts";
import { type Handlers, makeCtx, reliableBindings } from "../../core/context.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { refreshSwitches } from "../../platform/console-switches.ts";
import { migrate, storageVersion } from "../../platform/storage/migrate.ts";
import { lastActivityOf, renewLease } from "./lifetime.ts";
import { MultipartUploads } from "./multipart-uploads.ts";
import { type RenditionObject, RenditionObjects } from "./renditions.ts";
import { SessionEnding } from "./session-ending.ts";
import {
	type AnnouncedFile,
	type CompleteOutcome,
	type PageFile,
	type Part,
	SESSION_MIGRATIONS,
	type SessionFile,
	type SessionState,
	type SessionStatus,
	type UploadMetadata,
} from "./session-rows.ts";
import { SessionStore } from "./session-store.ts";
import { reconcileStored } from "./single-part-object.ts";

type PartReport = { fileId: string; multipart: boolean; part: Part };
type PartOutcome = "stored" | "closed" | "contested";

/**
 * One unfinished upload. A part counts as stored only after R2 has confirmed it, and only while the session is
 * open, so bytes never change once publishing has begun. After 24 hours without activity, not counting pauses, a
 * session releases R2's multipart uploads, objects, rows and the month's slot; an upload being published is never
 * abandoned.
 */
export abstract class UploadSessionBase extends DurableObject<Env> {
	/** injected by index.ts, since this room may not import other rooms' handlers */
	protected abstract readonly handlers: Handlers;
	clock: Clock = systemClock;
	private readonly store: SessionStore;
	private readonly renditions: RenditionObjects;
	private readonly bindings: Env;
	private readonly multiparts: MultipartUploads;
	private readonly ending: SessionEnding;

	constructor(state: DurableObjectState, env: Env) {
		super(state, env);
		// An object that is only queried gets no tables, and so uses no storage.
		if (storageVersion(state.storage.sql) > 0) migrate(state.storage, SESSION_MIGRATIONS);
		this.store = new SessionStore(state.storage.sql);
		this.renditions = new RenditionObjects(state.storage.sql);
		this.bindings = reliableBindings(env);
		this.multiparts = new MultipartUploads(this.bindings.FILES, this.store);
		this.ending = new SessionEnding({
			store: this.store,
			renditions: this.renditions,
			multiparts: this.multiparts,
			context: () => this.context(),
			wakeIn: (ms) => this.wakeIn(ms),
		});
	}

	/** Opens the session once; another call with the upload's key returns what was opened first. */
	async open(
		metadata: UploadMetadata,
		files: AnnouncedFile[],
	): Promise<"opened" | "closed" | { metadata: UploadMetadata; files: AnnouncedFile[] }> {
		const known = this.store.read();
		if (known?.state === "open" && known.creatorId === metadata.creatorId) {
			// Each call creates new file ids: the same ids mean a repetition of the call whose answer was lost.
			if (files[0] && this.store.file(files[0].id)) return "opened";
			return { metadata: known, files: this.store.files() };
		}
		if (known) return "closed";
		this.ctx.storage.transactionSync(() => {
			migrate(this.ctx.storage, SESSION_MIGRATIONS);
			this.store.open(metadata, files);
		});
		await this.wakeIn(UPLOAD_IDLE_MS);
		return "opened";
	}

	/** Null if there is none, or it belongs to another creator. */
	async status(creatorId: string): Promise<SessionStatus | null> {
		const found = this.store.read();
		if (found?.creatorId !== creatorId) return null;
		if (found.state === "open") await this.adopt(found);
		const session = this.store.read() ?? found;
		return { ...session, receivedSize: this.store.receivedSize() };
	}

	/** Creates R2's multipart uploads that the files lack. Counts as activity. */
	async page(from: number, count: number): Promise<PageFile[]> {
		const session = this.store.read();
		if (!session) return [];
		if (session.state === "open" && from === 0) await this.adopt(session);
		if (this.store.read()?.state === "open") {
			this.store.touch(this.clock());
			await this.multiparts.begin(from, count);
		}
		return this.store.files(from, count).map((file) => {
			const parts = this.store.parts(file.position);
			return {
				...file,
				received: parts.map((part) => part.n),
				checksums: parts.map((part) => part.crc32),
			};
		});
	}

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

	/** Reserves quota for a rendition's object, or returns the creator's used bytes. */
	async reserveRendition(
		creatorId: string,
		object: RenditionObject,
		quota: number,
	): Promise<"granted" | "closed" | { used: number }> {
		const session = this.store.read();
		if (session?.creatorId !== creatorId || session.state !== "open") return "closed";
		this.renditions.add(object);
		// If this call dies here, publishing removes unconfirmed objects.
		const { granted, stored } = await this.lease(session, quota);
		const state = this.store.read()?.state;
		// Abandoned in the meantime: the lease may have been renewed after its release.
		if (state === "abandoned") await quotaOf({ env: this.bindings }, creatorId).release(session.id);
		if (granted) return state === "open" ? "granted" : "closed";
		this.renditions.remove([object.objectKey]);
		return { used: stored };
	}

	/**
	 * Confirms that the object is stored and verified; false if the upload has ended, so that nothing counts it.
	 */
	async keepRendition(objectKey: string): Promise<boolean> {
		return this.store.read()?.state === "open" && this.renditions.keep(objectKey);
	}

	/** Stops counting objects that were removed from the store. */
	async releaseRenditions(objectKeys: string[]): Promise<void> {
		if (this.store.read()) this.renditions.remove(objectKeys);
	}

	/** Returns a part's recorded state; `attempt` counts a write that follows. */
	async part(fileId: string, n: number, attempt: boolean): Promise<"closed" | "wanted" | Part> {
		const position = this.openPosition(fileId);
		if (position === undefined) return "closed";
		const part = this.store.part(position, n);
		if (part) return part;
		if (attempt) this.store.countTry(position, n);
		return "wanted";
	}

	/**
	 * Records a part that R2 has confirmed. `contested`: two writes of one part overlapped, so it is unknown whose
	 * bytes R2 kept; the part must be sent once more.
	 */
	async record({ fileId, multipart, part }: PartReport): Promise<PartOutcome> {
		const position = this.openPosition(fileId);
		if (position === undefined) return "closed";
		this.store.touch(this.clock());
		if (this.store.keepPart(position, part) || !multipart) return "stored";
		if (this.store.part(position, part.n)?.etag === part.etag) return "stored";
		this.store.dropPart(position, part.n);
		return "contested";
	}

	/**
	 * Forgets a multipart upload that R2 no longer has, with its parts: the file's next token brings another one.
	 * False if R2 lacks it because the file is complete or the upload has ended.
	 */
	async forgetMultipart(fileId: string, multipart: string): Promise<boolean> {
		const position = this.openPosition(fileId);
		if (position === undefined) return false;
		const file = this.store.file(fileId);
		if (!file || file.etag !== null) return false;
		// Otherwise an earlier refused part of the file has already led here.
		if (file.multipart === multipart) {
			this.store.dropAll(position);
			this.store.setMultipart(position, null);
		}
		return true;
	}

	/** Records single-part files as stored. `abandoned`: they came too late, and the caller must delete them. */
	async acknowledge(reports: { fileId: string; part: Part }[]): Promise<SessionState> {
		const state = this.store.read()?.state ?? "abandoned";
		if (state !== "open") return state;
		this.store.touch(this.clock());
		this.ctx.storage.transactionSync(() => {
			for (const { fileId, part } of reports) {
				const position = this.store.position(fileId);
				if (position !== undefined) this.store.keepPart(position, part);
			}
		});
		return state;
	}

	/** Publishes, or returns the missing parts. Repeated and concurrent calls return the same share. */
	async complete(creatorId: string): Promise<CompleteOutcome> {
		const found = this.store.read();
		if (found?.creatorId !== creatorId) return { status: "unknown" };
		if (found.state === "open") await this.adopt(found);
		return this.ending.complete();
	}

	/** Deletes parts, objects and rows and frees the slot, unless the upload is being published. */
	async abandon(creatorId: string): Promise<"abandoned" | "closed" | "unknown"> {
		const session = this.store.read();
		if (session?.creatorId !== creatorId) return "unknown";
		if (session.state === "completing" || session.state === "done") return "closed";
		await this.ending.discard(session);
		return "abandoned";
	}

	override async alarm(): Promise<void> {
		const session = this.store.read();
		if (session?.state === "completing") {
			await this.ending.publish();
		} else if (session?.state === "open") {
			await refreshSwitches(this.env, (promise) => this.ctx.waitUntil(promise));
			const lastAt = lastActivityOf(this.env, session, this.clock());
			if (lastAt + UPLOAD_IDLE_MS <= this.clock()) return this.ending.discard(session);
			this.store.touch(lastAt);
			// It keeps its slot and its room; no change of plan takes them away.
			await this.lease(session, -1);
			await this.ctx.storage.setAlarm(lastAt + UPLOAD_IDLE_MS);
		} else if (session?.state === "abandoned" && this.store.files(0, 1).length > 0) {
			await this.ending.discard(session);
		} else {
			await this.ctx.storage.deleteAll();
			this.store.reset();
		}
	}

	private context() {
		return makeCtx(this.env, {
			handlers: this.handlers,
			now: this.clock,
			waitUntil: (promise) => this.ctx.waitUntil(promise),
		});
	}

	private openPosition(fileId: string): number | undefined {
		return this.store.read()?.state === "open" ? this.store.position(fileId) : undefined;
	}

	/** Counts files that are stored but were not acknowledged. */
	private adopt({ shareId }: UploadMetadata): Promise<void> {
		return reconcileStored(this.bindings.FILES, this.store, shareId);
	}

	private lease(session: UploadMetadata, quota: number) {
		const bytes = session.totalSize + this.renditions.bytes();
		return renewLease({ env: this.bindings, now: this.clock }, session, { bytes, quota });
	}

	private wakeIn(ms: number): Promise<void> {
		return this.ctx.storage.setAlarm(this.clock() + ms);
	}
}
