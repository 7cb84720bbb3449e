import { DurableObject } from "cloudflare:workers";
import { GIVEN_UP_AT, MeterLedger } from "./meter-ledger.ts";
import { monthOf } from "./months.ts";

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
export class UploadMeter extends DurableObject<Env> {
	private readonly ledger: MeterLedger;

	constructor(state: DurableObjectState, env: Env) {
		super(state, env);
		this.ledger = new MeterLedger(state.storage.sql);
	}

	/** Takes a slot of the month and room for the bytes, or renews the leases this upload already has. */
	async reserve(lease: Lease): Promise<Reservation> {
		await this.catchUp(lease.creatorId, lease.now);
		const outcome = this.ctx.storage.transactionSync(() => this.take(lease));
		if (outcome.granted) await this.arm();
		return outcome;
	}

	private take({ uploadId, limit, bytes, quota, now, expiresAt }: Lease): Reservation {
		const { ledger } = this;
		const heldMonth = ledger.slotMonth(uploadId);
		const month = heldMonth ?? monthOf(now);
		const used = ledger.countSlots(month);
		const stored = ledger.sumStorage();
		const held = heldMonth !== null;
		// A repetition that wants more than the first call took needs room for the difference.
		const more = Math.max(0, bytes - (ledger.heldBytes(uploadId) ?? 0));
		const refused =
			!held && limit >= 0 && used >= limit
				? "uploads"
				: more > 0 && quota >= 0 && stored + more > quota
					? "storage"
					: null;
		if (refused) return { granted: false, refused, held, used, stored, month };
		ledger.lease({ uploadId, month, bytes, expiresAt });
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
		this.ledger.commitSlot(slot.uploadId, slot.month);
		const isLeased = this.ledger.heldBytes(slot.uploadId) !== null;
		const [record] = await this.storedRecords([slot.uploadId]);
		if (record && isLeased) this.ledger.commitStored(record);
		else if (record) this.ledger.addStored(record);
		// Published into a share that was deleted at the same moment.
		else await this.giveUp(slot.uploadId);
		await this.arm();
	}

	/** The upload came to nothing: slot and bytes are free again, unless D1 says it was published after all. */
	async release(uploadId: string): Promise<void> {
		await this.giveUp(uploadId);
		await this.arm();
	}

	/** The share's originals are gone from the store: the bytes of its uploads are free again. `shareId` is `shares.id`. */
	async giveBack(creatorId: string, shareId: string, now: number): Promise<void> {
		await this.catchUp(creatorId, now);
		this.ledger.removeShare(shareId);
	}

	/** Slots out in the month of `now` (ms), leases included. */
	async used(creatorId: string, now: number): Promise<number> {
		await this.catchUp(creatorId, now);
		return this.ledger.countSlots(monthOf(now));
	}

	/** Bytes stored or about to be, leases included. */
	async stored(creatorId: string, now: number): Promise<number> {
		await this.catchUp(creatorId, now);
		return this.ledger.sumStorage();
	}

	/** Forgets what it knows, so that the next call fills it from D1; open leases are lost with it. */
	async rebuild(): Promise<void> {
		this.ledger.clear();
	}

	override async alarm(): Promise<void> {
		await this.settleExpired(Date.now());
		await this.arm();
	}

	private async giveUp(uploadId: string): Promise<void> {
		this.ledger.giveUp(uploadId);
		await this.settleExpired(GIVEN_UP_AT);
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
		if (!this.ledger.isRebuilt()) await this.fill(creatorId, now);
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
		if (this.ledger.isRebuilt()) return;
		for (const row of slots.results) this.ledger.addSlot(row.upload_id, row.month);
		for (const row of stored.results) this.ledger.addStored(row);
		this.ledger.markRebuilt(now);
	}

	/** An expired lease may hide a commit that was lost on its way; D1 tells. */
	private async settleExpired(now: number): Promise<void> {
		const expired = this.ledger.expired(now);
		if (expired.length > 0) {
			const [published, stored] = await Promise.all([
				this.env.DB.prepare(
					"SELECT upload_id, month FROM upload_slots WHERE upload_id IN (SELECT value FROM json_each(?))",
				)
					.bind(JSON.stringify(expired))
					.all<{ upload_id: string; month: string }>(),
				this.storedRecords(expired),
			]);
			for (const row of published.results) this.ledger.commitSlot(row.upload_id, row.month);
			for (const row of stored) this.ledger.commitStored(row);
			// Committed rows have no end any more; a lease that was renewed while D1 was asked has a later one.
			for (const uploadId of expired) {
				this.ledger.dropExpired("slots", uploadId, now);
				this.ledger.dropExpired("storage", uploadId, now);
			}
		}
		this.ledger.forgetSlotsBefore(monthOf(now - 40 * 24 * 60 * 60 * 1000));
	}

	private async arm(): Promise<void> {
		const next = this.ledger.nextExpiry();
		if (next === null) await this.ctx.storage.deleteAlarm();
		else await this.ctx.storage.setAlarm(next);
	}
}
