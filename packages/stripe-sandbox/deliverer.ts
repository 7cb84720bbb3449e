import type { StoredEvent } from "./kinds.ts";
import type { Store } from "./store.ts";
import { type Endpoint, postEvent, wants } from "./webhook-post.ts";

interface Delivery {
	id: number;
	event: string;
	endpoint: string;
	attempts: number;
}

export interface DelivererOptions {
	store: Store;
	now: () => number;
	url: string | undefined;
	secret: string;
	retryDelays: readonly number[];
}

const CONFIGURED = "configured";
const CONCURRENCY = 4;
/** Stripe retries for three days; this continues for about an hour. */
export const DEFAULT_RETRY_DELAYS = [
	1_000, 3_000, 10_000, 30_000, 120_000, 600_000, 3_600_000,
] as const;

/** The queue is stored with the event, so a restart loses nothing. */
export class Deliverer {
	/** Holds events back until `flush`. */
	paused = false;
	readonly #options: DelivererOptions;
	#timer: NodeJS.Timeout | undefined;
	readonly #inFlight = new Set<Promise<void>>();
	#closed = false;

	constructor(options: DelivererOptions) {
		this.#options = options;
		options.store.db.exec("update deliveries set state = 'queued' where state = 'sending'");
	}

	enqueue(event: StoredEvent): void {
		for (const endpoint of this.#endpoints())
			if (wants(endpoint, event))
				this.#options.store.db
					.prepare(
						"insert into deliveries (event, endpoint, state, due) values (?, ?, 'queued', ?)",
					)
					.run(event.id, endpoint.id, this.#options.now());
	}

	pending(event: string): number {
		const row = this.#options.store.db
			.prepare(
				"select count(distinct endpoint) as n from deliveries as d where event = ? and not exists (select 1 from deliveries where event = d.event and endpoint = d.endpoint and state = 'delivered')",
			)
			.get(event);
		return Number(row?.n ?? 0);
	}

	kick(): void {
		if (this.#closed || this.paused) return;
		clearTimeout(this.#timer);
		const { db } = this.#options.store;
		const due = db
			.prepare(
				`select id, event, endpoint, attempts from deliveries where state = 'queued' and due <= ? order by due, id limit ?`,
			)
			.all(this.#options.now(), Math.max(0, CONCURRENCY - this.#inFlight.size));
		for (const row of due) void this.#send(delivery(row)).then(() => this.kick());
		if (this.#inFlight.size >= CONCURRENCY) return;
		const next = db.prepare("select min(due) as due from deliveries where state = 'queued'").get();
		if (typeof next?.due !== "number") return;
		this.#timer = setTimeout(() => this.kick(), Math.max(1, next.due - this.#options.now()));
	}

	async flush(): Promise<void> {
		await Promise.all(this.#inFlight);
		const rows = this.#options.store.db
			.prepare(
				"select id, event, endpoint, attempts from deliveries where state = 'queued' order by id",
			)
			.all()
			.map(delivery);
		// Removed from the queue first, so that the timer doesn't send them as well.
		for (const row of rows) this.#mark(row.id, "sending", row.attempts, 0);
		for (const row of rows) await this.#send(row);
		this.kick();
	}

	counts(): Record<string, number> {
		const rows = this.#options.store.db
			.prepare("select state, count(*) as n from deliveries group by state")
			.all();
		return Object.fromEntries(rows.map((row) => [String(row.state), Number(row.n)]));
	}

	close(): void {
		this.#closed = true;
		clearTimeout(this.#timer);
	}

	#send(row: Delivery): Promise<void> {
		const sending = this.#attempt(row).finally(() => this.#inFlight.delete(sending));
		this.#inFlight.add(sending);
		return sending;
	}

	async #attempt(row: Delivery): Promise<void> {
		const { store } = this.#options;
		this.#mark(row.id, "sending", row.attempts, 0);
		const endpoint = this.#endpoints().find((candidate) => candidate.id === row.endpoint);
		const event = store.find("event", row.event);
		if (endpoint === undefined || event === undefined) {
			this.#mark(row.id, "failed", row.attempts, 0);
			return;
		}
		const isAccepted = await postEvent(endpoint, event, this.#options.now());
		if (this.#closed) return;
		const attempts = row.attempts + 1;
		const wait = this.#options.retryDelays[attempts - 1];
		if (isAccepted) this.#mark(row.id, "delivered", attempts, 0);
		else if (wait === undefined) this.#mark(row.id, "failed", attempts, 0);
		else this.#mark(row.id, "queued", attempts, wait);
	}

	#mark(id: number, state: string, attempts: number, wait: number): void {
		this.#options.store.db
			.prepare("update deliveries set state = ?, attempts = ?, due = ? where id = ?")
			.run(state, attempts, this.#options.now() + wait, id);
	}

	#endpoints(): Endpoint[] {
		const { store, url, secret } = this.#options;
		const registered = store
			.all("webhook_endpoint", { equals: { status: "enabled" } })
			.map((endpoint) => ({
				id: endpoint.id,
				url: endpoint.url,
				secret: store.hidden<{ secret: string }>(endpoint.id)?.secret ?? "",
				apiVersion: endpoint.api_version,
				events: endpoint.enabled_events,
				accounts: endpoint.application === null ? ("own" as const) : ("connected" as const),
			}));
		if (url === undefined) return registered;
		const configured = { id: CONFIGURED, url, secret, apiVersion: null };
		return [{ ...configured, events: ["*"], accounts: "all" }, ...registered];
	}
}

function delivery(row: Record<string, unknown>): Delivery {
	return {
		id: Number(row.id),
		event: String(row.event),
		endpoint: String(row.endpoint),
		attempts: Number(row.attempts),
	};
}
