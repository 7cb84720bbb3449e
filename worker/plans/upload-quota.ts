import { DurableObject } from "cloudflare:workers";
import { monthOf } from "./months.ts";
import { ABANDONED_AT, QuotaStore } from "./quota-store.ts";

type Lease = {
	creatorId: string;
	uploadId: string;
	/** uploads a month, -1 without limit */
	limit: number;
	/** bytes this upload will keep */
	bytes: number;
	/** bytes the creator may keep, -1 without limit */
	quota: number;
	/** ms */
	now: number;
	/** ms; a lease that is neither committed nor renewed by then gives slot and bytes back */
	expiresAt: number;
};
type Slot = { creatorId: string; uploadId: string; month: string };
type Reservation = {
	granted: boolean;
	/** why it was not granted */
	refused: "uploads" | "storage" | null;
	/** the upload had its slot before this call */
	held: boolean;
	/** slots of the month, and bytes, in use with it */
	used: number;
	stored: number;
	month: string;
};

/**
 * Counts one creator's uploads of the month (UTC) and the bytes they keep in the store; one object per
 * creator, named by the creator's id.
 *
 * Guarantees: never more slots than the limit and never more bytes than the quota are out at once,
 * however many uploads begin together, since counting and taking are one synchronous transaction. Every
 * call is idempotent by upload id. A lease that runs out gives slot and bytes back — unless D1 says that
 * the upload was published, for D1 is the record and this object only its gate: an empty one fills itself
 * from there first. Slots are used up for good; bytes come back when the share's originals are removed.
 */
export class UploadQuota extends DurableObject<Env> {
	private readonly store: QuotaStore;

	constructor(state: DurableObjectState, env: Env) {
		super(state, env);
		this.store = new QuotaStore(state.storage.sql);
	}

	/** Takes a slot of the month and room for the bytes, or renews the leases this upload already has. */
	async reserve(lease: Lease): Promise<Reservation> {
		await this.catchUp(lease.creatorId, lease.now);
		const outcome = this.ctx.storage.transactionSync(() => this.take(lease));
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
		// A repetition that wants more than the first call took needs room for the difference.
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

	/** The upload was published: its slot is used up for good, and its bytes are those of D1's record. */
	async commit(slot: Slot): Promise<void> {
		this.store.commitSlot(slot.uploadId, slot.month);
		const isLeased = this.store.heldBytes(slot.uploadId) !== null;
		const [record] = await this.storedRecords([slot.uploadId]);
		if (record && isLeased) this.store.commitStored(record);
		else if (record) this.store.addStored(record);
		// Published into a share that was deleted at the same moment.
		else await this.abandon(slot.uploadId);
		await this.arm();
	}

	/** The upload came to nothing: slot and bytes are free again, unless D1 says it was published after all. */
	async release(uploadId: string): Promise<void> {
		await this.abandon(uploadId);
		await this.arm();
	}

	/** The share's originals are gone from the store: the bytes of its uploads are free again. `shareId` is `shares.id`. */
	async releaseStorage(creatorId: string, shareId: string, now: number): Promise<void> {
		await this.catchUp(creatorId, now);
		this.store.removeShare(shareId);
	}

	/** Slots out in the month of `now` (ms), leases included. */
	async used(creatorId: string, now: number): Promise<number> {
		await this.catchUp(creatorId, now);
		return this.store.countSlots(monthOf(now));
	}

	/** Bytes stored or about to be, leases included. */
	async stored(creatorId: string, now: number): Promise<number> {
		await this.catchUp(creatorId, now);
		return this.store.sumStorage();
	}

	/** Forgets what it knows, so that the next call fills it from D1; open leases are lost with it. */
	async rebuild(): Promise<void> {
		this.store.clear();
	}

	override async alarm(): Promise<void> {
		await this.settleExpired(Date.now());
		await this.arm();
	}

	private async abandon(uploadId: string): Promise<void> {
		this.store.abandon(uploadId);
		await this.settleExpired(ABANDONED_AT);
	}

	private async storedRecords(uploadIds: readonly string[]) {
		const { results } = await this.env.DB.prepare(
			"SELECT upload_id, share_id, bytes FROM stored_uploads WHERE upload_id IN (SELECT value FROM json_each(?))",
		)
			.bind(JSON.stringify(uploadIds))
			.all<{ upload_id: string; share_id: string; bytes: number }>();
		return results;
	}

	private async catchUp(creatorId: string, now: number): Promise<void> {
		if (!this.store.isRebuilt()) await this.fill(creatorId, now);
		await this.settleExpired(now);
	}

	private async fill(creatorId: string, now: number): Promise<void> {
		const [slots, stored] = await Promise.all([
			this.env.DB.prepare(
				"SELECT upload_id, month FROM upload_slots WHERE creator_id = ? AND month >= ?",
			)
				.bind(creatorId, monthOf(now))
				.all<{ upload_id: string; month: string }>(),
			this.env.DB.prepare(
				"SELECT upload_id, share_id, bytes FROM stored_uploads WHERE creator_id = ?",
			)
				.bind(creatorId)
				.all<{ upload_id: string; share_id: string; bytes: number }>(),
		]);
		// Another call may have filled it meanwhile, and a third changed it since.
		if (this.store.isRebuilt()) return;
		for (const row of slots.results) this.store.addSlot(row.upload_id, row.month);
		for (const row of stored.results) this.store.addStored(row);
		this.store.markRebuilt(now);
	}

	/** An expired lease may hide a commit that was lost on its way; D1 tells. */
	private async settleExpired(now: number): Promise<void> {
		const expired = this.store.expired(now);
		if (expired.length > 0) {
			const [published, stored] = await Promise.all([
				this.env.DB.prepare(
					"SELECT upload_id, month FROM upload_slots WHERE upload_id IN (SELECT value FROM json_each(?))",
				)
					.bind(JSON.stringify(expired))
					.all<{ upload_id: string; month: string }>(),
				this.storedRecords(expired),
			]);
			for (const row of published.results) this.store.commitSlot(row.upload_id, row.month);
			for (const row of stored) this.store.commitStored(row);
			// Committed rows have no end any more; a lease that was renewed while D1 was asked has a later one.
			for (const uploadId of expired) {
				this.store.dropExpired("slots", uploadId, now);
				this.store.dropExpired("storage", uploadId, now);
			}
		}
		this.store.deleteSlotsBefore(monthOf(now - 40 * 24 * 60 * 60 * 1000));
	}

	private async arm(): Promise<void> {
		const next = this.store.nextExpiry();
		if (next === null) await this.ctx.storage.deleteAlarm();
		else await this.ctx.storage.setAlarm(next);
	}
}
