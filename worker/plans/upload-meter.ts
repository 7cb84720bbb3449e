import { DurableObject } from "cloudflare:workers";
import { monthOf } from "./months.ts";

type Lease = {
	creatorId: string;
	uploadId: string;
	/** uploads a month, -1 without limit */
	limit: number;
	/** ms */
	now: number;
	/** ms; a lease that is neither committed nor renewed by then gives its slot back */
	expiresAt: number;
};
type Slot = { creatorId: string; uploadId: string; month: string };

/**
 * Counts one creator's uploads of the month (UTC); one object per creator, named by the creator's id.
 *
 * Guarantees: never more slots than the limit are out at once, however many uploads begin together,
 * since counting and taking are one synchronous transaction. Every call is idempotent by upload id.
 * A lease that runs out gives its slot back — unless D1 says that the upload was published, for D1 is
 * the record and this object only its gate: an empty one fills itself from there first.
 */
export class UploadMeter extends DurableObject<Env> {
	private readonly sql: SqlStorage;

	constructor(state: DurableObjectState, env: Env) {
		super(state, env);
		this.sql = state.storage.sql;
		this.sql.exec(`
			CREATE TABLE IF NOT EXISTS slots (
				upload_id TEXT PRIMARY KEY,
				month TEXT NOT NULL,
				expires_at INTEGER -- ms while leased, NULL once committed
			);
			CREATE TABLE IF NOT EXISTS rebuilt (at INTEGER NOT NULL);
		`);
	}

	/** Takes a slot of the month, or renews the lease this upload already has. */
	async reserve(lease: Lease): Promise<{ granted: boolean; used: number; month: string }> {
		await this.catchUp(lease.creatorId, lease.now);
		const month = monthOf(lease.now);
		const outcome = this.ctx.storage.transactionSync(() => {
			const [held] = this.sql
				.exec<{ month: string }>("SELECT month FROM slots WHERE upload_id = ?", lease.uploadId)
				.toArray();
			const used = this.count(month);
			if (held) {
				this.sql.exec(
					"UPDATE slots SET expires_at = max(expires_at, ?) WHERE upload_id = ? AND expires_at IS NOT NULL",
					lease.expiresAt,
					lease.uploadId,
				);
				return { granted: true, used, month: held.month };
			}
			if (lease.limit >= 0 && used >= lease.limit) return { granted: false, used, month };
			this.sql.exec(
				"INSERT INTO slots (upload_id, month, expires_at) VALUES (?, ?, ?)",
				lease.uploadId,
				month,
				lease.expiresAt,
			);
			return { granted: true, used: used + 1, month };
		});
		if (outcome.granted) await this.arm();
		return outcome;
	}

	/** The upload was published: its slot is used up for good. */
	async commit(slot: Slot): Promise<void> {
		this.sql.exec(
			`INSERT INTO slots (upload_id, month, expires_at) VALUES (?, ?, NULL)
			 ON CONFLICT (upload_id) DO UPDATE SET expires_at = NULL`,
			slot.uploadId,
			slot.month,
		);
		await this.arm();
	}

	/** The upload came to nothing: its slot is free again. A committed slot stays used. */
	async release(uploadId: string): Promise<void> {
		this.sql.exec("DELETE FROM slots WHERE upload_id = ? AND expires_at IS NOT NULL", uploadId);
		await this.arm();
	}

	/** Slots out in the month of `now` (ms), leases included. */
	async used(creatorId: string, now: number): Promise<number> {
		await this.catchUp(creatorId, now);
		return this.count(monthOf(now));
	}

	/** Forgets what it knows, so that the next call fills it from D1; open leases are lost with it. */
	async rebuild(): Promise<void> {
		this.sql.exec("DELETE FROM slots; DELETE FROM rebuilt;");
	}

	override async alarm(): Promise<void> {
		await this.settleExpired(Date.now());
		await this.arm();
	}

	private count(month: string): number {
		return this.sql
			.exec<{ used: number }>("SELECT count(*) AS used FROM slots WHERE month = ?", month)
			.one().used;
	}

	private async catchUp(creatorId: string, now: number): Promise<void> {
		if (this.sql.exec("SELECT 1 FROM rebuilt").toArray().length === 0) {
			const { results } = await this.env.DB.prepare(
				"SELECT upload_id, month FROM upload_slots WHERE creator_id = ? AND month >= ?",
			)
				.bind(creatorId, monthOf(now))
				.all<{ upload_id: string; month: string }>();
			for (const row of results) {
				this.sql.exec(
					"INSERT OR IGNORE INTO slots (upload_id, month, expires_at) VALUES (?, ?, NULL)",
					row.upload_id,
					row.month,
				);
			}
			this.sql.exec("INSERT INTO rebuilt (at) VALUES (?)", now);
		}
		await this.settleExpired(now);
	}

	/** An expired lease may hide a commit that was lost on its way; D1 tells. */
	private async settleExpired(now: number): Promise<void> {
		const expired = this.sql
			.exec<{ upload_id: string }>("SELECT upload_id FROM slots WHERE expires_at <= ?", now)
			.toArray()
			.map((row) => row.upload_id);
		if (expired.length > 0) {
			const { results } = await this.env.DB.prepare(
				"SELECT upload_id FROM upload_slots WHERE upload_id IN (SELECT value FROM json_each(?))",
			)
				.bind(JSON.stringify(expired))
				.all<{ upload_id: string }>();
			const published = new Set(results.map((row) => row.upload_id));
			for (const uploadId of expired) {
				// The lease may have been renewed while D1 was asked.
				this.sql.exec(
					published.has(uploadId)
						? "UPDATE slots SET expires_at = NULL WHERE upload_id = ? AND expires_at <= ?"
						: "DELETE FROM slots WHERE upload_id = ? AND expires_at <= ?",
					uploadId,
					now,
				);
			}
		}
		this.sql.exec(
			"DELETE FROM slots WHERE expires_at IS NULL AND month < ?",
			monthOf(now - 40 * 24 * 60 * 60 * 1000),
		);
	}

	private async arm(): Promise<void> {
		const { next } = this.sql
			.exec<{ next: number | null }>("SELECT min(expires_at) AS next FROM slots")
			.one();
		if (next === null) await this.ctx.storage.deleteAlarm();
		else await this.ctx.storage.setAlarm(next);
	}
}
