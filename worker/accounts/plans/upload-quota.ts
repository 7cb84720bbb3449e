import { DurableObject } from "cloudflare:workers";
import { reliableBindings } from "../../core/context.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { migrate } from "../../platform/storage/migrate.ts";
import { ABANDONED_AT, QUOTA_MIGRATIONS, QuotaStore, type StoredRow } from "./quota-store.ts";

function monthOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 7);
}

type Lease = {
	creatorId: string;
	uploadId: string;
	/** uploads a month, -1 for no limit */
	limit: number;
	bytes: number;
	/** bytes, -1 for no limit */
	quota: number;
	/** ms */
	now: number;
	/** ms */
	expiresAt: number;
};
type StorageLease = Omit<Lease, "limit">;
type Slot = { creatorId: string; uploadId: string; month: string };
type Reservation = {
	granted: boolean;
	refused: "uploads" | "storage" | null;
	/** the upload had its slot before this call */
	held: boolean;
	/** including this upload */
	used: number;
	stored: number;
	month: string;
};

/**
 * One object per creator, named by id. Counting and reserving are one synchronous transaction, so concurrent uploads
 * can't exceed the limits. Idempotent by upload id. D1 is the source of truth: an empty object fills itself from it,
 * and an expired lease frees slot and bytes unless D1 has the upload as published.
 */
export class UploadQuota extends DurableObject<Env> {
	/** replaced by tests */
	clock: Clock = systemClock;
	private readonly store: QuotaStore;
	private readonly db: D1Database;

	constructor(state: DurableObjectState, env: Env) {
		super(state, env);
		migrate(state.storage, QUOTA_MIGRATIONS);
		this.store = new QuotaStore(state.storage.sql);
		this.db = reliableBindings(env).DB;
	}

	/** Renews the upload's leases if it has any. */
	async reserve(lease: Lease): Promise<Reservation> {
		await this.catchUp(lease.creatorId, lease.now);
		const take = () => this.ctx.storage.transactionSync(() => this.take(lease));
		let outcome = take();
		if (outcome.refused === "storage") {
			await this.addRemoved(lease.creatorId);
			outcome = take();
		}
		if (outcome.granted) await this.arm();
		return outcome;
	}

	private take({ uploadId, limit, bytes, quota, now, expiresAt }: Lease): Reservation {
		const { store } = this;
		const heldMonth = store.slotMonth(uploadId);
		const month = heldMonth ?? monthOf(now);
		const used = store.countSlots(month);
		const stored = store.sumStorage();
		const held = heldMonth !== null;
		// A repeated call that needs more reserves the difference.
		const more = Math.max(0, bytes - (store.heldBytes(uploadId) ?? 0));
		const refused =
			!held && limit >= 0 && used >= limit
				? "uploads"
				: more > 0 && quota >= 0 && stored + more > quota
					? "storage"
					: null;
		if (refused) return { granted: false, refused, held, used, stored, month };
		store.lease({ uploadId, month, bytes, expiresAt });
		return {
			granted: true,
			refused,
			held,
			used: held ? used : used + 1,
			stored: stored + more,
			month,
		};
	}

	/** Reserves an object's bytes until `addRecords` records them. Returns whether they fit, and how many all others use. */
	async reserveStorage(lease: StorageLease): Promise<{ granted: boolean; stored: number }> {
		const { creatorId, uploadId, bytes, quota, now } = lease;
		await this.catchUp(creatorId, now);
		const others = () => this.store.sumStorage() - (this.store.heldBytes(uploadId) ?? 0);
		const fits = () => quota < 0 || others() + bytes <= quota;
		if (!fits()) await this.addRemoved(creatorId);
		const outcome = { granted: fits(), stored: others() };
		if (outcome.granted) {
			this.store.leaseStorage(lease);
			await this.arm();
		}
		return outcome;
	}

	/** The slot becomes permanent; the bytes are those of D1's record. */
	async commit(slot: Slot): Promise<void> {
		this.store.commitSlot(slot.uploadId, slot.month);
		const isLeased = this.store.heldBytes(slot.uploadId) !== null;
		const [record] = await this.storedRecords([slot.uploadId]);
		if (record && isLeased) this.store.commitStored(record);
		else if (record) this.store.addStored(record);
		// The share was deleted while it was being published.
		else await this.abandon(slot.uploadId);
		await this.arm();
	}

	/** Does nothing if D1 has the upload as published. */
	async release(uploadId: string): Promise<void> {
		await this.abandon(uploadId);
		await this.arm();
	}

	/** Must follow the removal of the originals. */
	async releaseStorage(creatorId: string, shareId: string, now: number): Promise<void> {
		await this.catchUp(creatorId, now);
		this.store.removeShare(shareId);
	}

	/** D1's records of removed files have negative bytes. */
	async addRecords(
		creatorId: string,
		records: readonly { uploadId: string; shareId: string; bytes: number }[],
		now: number,
	): Promise<void> {
		await this.catchUp(creatorId, now);
		for (const { uploadId, shareId, bytes } of records)
			this.store.addStored({ upload_id: uploadId, share_id: shareId, bytes });
	}

	/** Includes leases. */
	async used(creatorId: string, now: number): Promise<number> {
		await this.catchUp(creatorId, now);
		return this.store.countSlots(monthOf(now));
	}

	/** Includes leases. */
	async stored(creatorId: string, now: number): Promise<number> {
		await this.catchUp(creatorId, now);
		return this.store.sumStorage();
	}

	/** The next call fills the tables from D1; open leases are lost. */
	async rebuild(): Promise<void> {
		this.store.clear();
	}

	override async alarm(): Promise<void> {
		await this.settleExpired(this.clock());
		await this.arm();
	}

	private async abandon(uploadId: string): Promise<void> {
		this.store.abandon(uploadId);
		await this.settleExpired(ABANDONED_AT);
	}

	private async storedRecords(uploadIds: readonly string[]) {
		const { results } = await this.db
			.prepare(
				"SELECT upload_id, share_id, bytes FROM stored_uploads WHERE upload_id IN (SELECT value FROM json_each(?))",
			)
			.bind(JSON.stringify(uploadIds))
			.all<StoredRow>();
		return results;
	}

	/** Counts files removed while this object was unreachable. */
	private async addRemoved(creatorId: string): Promise<void> {
		const { results } = await this.db
			.prepare(
				"SELECT upload_id, share_id, bytes FROM stored_uploads WHERE creator_id = ? AND bytes < 0",
			)
			.bind(creatorId)
			.all<StoredRow>();
		const shares = new Set(results.map((row) => row.share_id));
		const held = new Set([...shares].filter((id) => this.store.hasShare(id)));
		for (const row of results) if (held.has(row.share_id)) this.store.addStored(row);
	}

	private async catchUp(creatorId: string, now: number): Promise<void> {
		if (!this.store.isRebuilt()) await this.fill(creatorId, now);
		await this.settleExpired(now);
	}

	private async fill(creatorId: string, now: number): Promise<void> {
		const [slots, stored] = await Promise.all([
			this.db
				.prepare("SELECT upload_id, month FROM upload_slots WHERE creator_id = ? AND month >= ?")
				.bind(creatorId, monthOf(now))
				.all<{ upload_id: string; month: string }>(),
			this.db
				.prepare("SELECT upload_id, share_id, bytes FROM stored_uploads WHERE creator_id = ?")
				.bind(creatorId)
				.all<StoredRow>(),
		]);
		// A concurrent call may have filled it.
		if (this.store.isRebuilt()) return;
		for (const row of slots.results) this.store.commitSlot(row.upload_id, row.month);
		for (const row of stored.results) this.store.addStored(row);
		this.store.markRebuilt(now);
	}

	/** D1 knows if the lease belongs to a commit that was lost. */
	private async settleExpired(now: number): Promise<void> {
		const expired = this.store.expired(now);
		if (expired.length > 0) {
			const [published, stored] = await Promise.all([
				this.db
					.prepare(
						"SELECT upload_id, month FROM upload_slots WHERE upload_id IN (SELECT value FROM json_each(?))",
					)
					.bind(JSON.stringify(expired))
					.all<{ upload_id: string; month: string }>(),
				this.storedRecords(expired),
			]);
			for (const row of published.results) this.store.commitSlot(row.upload_id, row.month);
			for (const row of stored) this.store.commitStored(row);
			// Spares committed rows, and leases renewed while D1 was queried.
			for (const uploadId of expired) this.store.dropExpired(uploadId, now);
		}
		this.store.deleteSlotsBefore(monthOf(now - 40 * 24 * 60 * 60 * 1000));
	}

	private async arm(): Promise<void> {
		const next = this.store.nextExpiry();
		if (next === null) await this.ctx.storage.deleteAlarm();
		else await this.ctx.storage.setAlarm(next);
	}
}
