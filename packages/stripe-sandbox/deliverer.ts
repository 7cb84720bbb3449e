import { randomInt } from "node:crypto";
import { validSecrets } from "./endpoint-secrets.ts";
import type { StoredEvent } from "./kinds.ts";
import type { Store } from "./store.ts";
import { type Endpoint, postEvent, wants } from "./webhook-post.ts";

/**
 * `pause` holds events back, `drop` loses them, `duplicate` sends each twice, `shuffle` changes their
 * order.
 */
export type DeliveryMode = "deliver" | "pause" | "drop" | "duplicate" | "shuffle";
export type FlushOrder = "created" | "reverse" | "shuffle";

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
/** How long `shuffle` collects events before it sends them in another order, in ms. */
const SHUFFLE_WINDOW = 250;

/** Stripe retries for three days; this continues for about an hour. */
export const DEFAULT_RETRY_DELAYS = [
	1_000, 3_000, 10_000, 30_000, 120_000, 600_000, 3_600_000,
] as const;

/**
 * Sends events to the webhook endpoints, signed, with retries. The queue is in the store, filled in the
 * same transaction as the event, so a restart loses nothing.
 */
export class Deliverer {
	mode: DeliveryMode = "deliver";
	/** Extra wait before the first attempt, in ms. */
	delay = 0;
	readonly #options: DelivererOptions;
	#timer: NodeJS.Timeout | undefined;
	readonly #inFlight = new Set<Promise<boolean>>();
	#closed = false;

	constructor(options: DelivererOptions) {
		this.#options = options;
		options.store.db.exec("update deliveries set state = 'queued' where state = 'sending'");
	}

	/** Queues an event for every endpoint subscribed to it. */
	enqueue(event: StoredEvent): void {
		const state = this.mode === "drop" ? "dropped" : "queued";
		const wait = this.delay + (this.mode === "shuffle" ? SHUFFLE_WINDOW : 0);
		for (const endpoint of this.#endpoints()) {
			if (!wants(endpoint, event)) continue;
			const copies = this.mode === "duplicate" ? 2 : 1;
			for (let copy = 0; copy < copies; copy += 1) this.#queue(event.id, endpoint.id, state, wait);
		}
	}

	/** Queues an event once more, whatever its state. Works for lost ones, too; `kick` sends it. */
	redeliver(event: string): number {
		const endpoints = this.#endpoints();
		for (const endpoint of endpoints) this.#queue(event, endpoint.id, "queued", 0);
		return endpoints.length;
	}

	/** Endpoints that have not accepted the event yet. */
	pending(event: string): number {
		const row = this.#options.store.db
			.prepare(
				"select count(distinct endpoint) as n from deliveries as d where event = ? and not exists (select 1 from deliveries where event = d.event and endpoint = d.endpoint and state = 'delivered')",
			)
			.get(event);
		return Number(row?.n ?? 0);
	}

	/** Starts due deliveries, and sets the timer for later ones. */
	kick(): void {
		if (this.#closed || this.mode === "pause") return;
		clearTimeout(this.#timer);
		const { db } = this.#options.store;
		const order = this.mode === "shuffle" ? "random()" : "due, id";
		const due = db
			.prepare(
				`select id, event, endpoint, attempts from deliveries where state = 'queued' and due <= ? order by ${order} limit ?`,
			)
			.all(this.#options.now(), Math.max(0, CONCURRENCY - this.#inFlight.size));
		for (const row of due) void this.#send(delivery(row)).then(() => this.kick());
		if (this.#inFlight.size >= CONCURRENCY) return;
		const next = db.prepare("select min(due) as due from deliveries where state = 'queued'").get();
		if (typeof next?.due !== "number") return;
		this.#timer = setTimeout(() => this.kick(), Math.max(1, next.due - this.#options.now()));
	}

	/**
	 * Sends every pending event (held back, or between attempts) now, one after the other, once each, and
	 * returns the results. Dropped events stay lost.
	 */
	async flush(
		order: FlushOrder = "created",
		copies = 1,
	): Promise<{ delivered: number; failed: number }> {
		await Promise.all(this.#inFlight);
		const rows = this.#options.store.db
			.prepare(
				"select id, event, endpoint, attempts from deliveries where state = 'queued' order by id",
			)
			.all()
			.map(delivery);
		// Removed from the queue first, so that the timer doesn't send them as well.
		for (const row of rows) this.#mark(row.id, "sending", row.attempts, "", 0);
		if (order === "reverse") rows.reverse();
		const queue = Array.from({ length: copies }, () => rows).flat();
		if (order === "shuffle") shuffle(queue);
		const result = { delivered: 0, failed: 0 };
		for (const row of queue) {
			if (await this.#send(row)) result.delivered += 1;
			else result.failed += 1;
		}
		this.kick();
		return result;
	}

	/** The attempts made for an event, for the operator's page. */
	attempts(
		event: string,
	): { endpoint: string; state: string; attempts: number; response: string }[] {
		return this.#options.store.db
			.prepare(
				"select endpoint, state, attempts, response from deliveries where event = ? order by id",
			)
			.all(event)
			.map((row) => ({
				endpoint: String(row.endpoint),
				state: String(row.state),
				attempts: Number(row.attempts),
				response: String(row.response ?? ""),
			}));
	}

	/** How many deliveries are in each state. */
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

	#queue(event: string, endpoint: string, state: string, wait: number): void {
		this.#options.store.db
			.prepare("insert into deliveries (event, endpoint, state, due) values (?, ?, ?, ?)")
			.run(event, endpoint, state, this.#options.now() + wait);
	}

	#send(row: Delivery): Promise<boolean> {
		const sending = this.#attempt(row).finally(() => this.#inFlight.delete(sending));
		this.#inFlight.add(sending);
		return sending;
	}

	async #attempt(row: Delivery): Promise<boolean> {
		const { store } = this.#options;
		this.#mark(row.id, "sending", row.attempts, "", 0);
		const endpoint = this.#endpoints().find((candidate) => candidate.id === row.endpoint);
		const event = store.find("event", row.event);
		if (endpoint === undefined || event === undefined) {
			this.#mark(row.id, "failed", row.attempts, "no such endpoint", 0);
			return false;
		}
		const response = await postEvent(endpoint, event, this.#options.now());
		if (this.#closed) return response.ok;
		const attempts = row.attempts + 1;
		const wait = this.#options.retryDelays[attempts - 1];
		if (response.ok) this.#mark(row.id, "delivered", attempts, response.text, 0);
		else if (wait === undefined) this.#mark(row.id, "failed", attempts, response.text, 0);
		else this.#mark(row.id, "queued", attempts, response.text, wait);
		return response.ok;
	}

	#mark(id: number, state: string, attempts: number, response: string, wait: number): void {
		this.#options.store.db
			.prepare("update deliveries set state = ?, attempts = ?, answer = ?, due = ? where id = ?")
			.run(state, attempts, response, this.#options.now() + wait, id);
	}

	#endpoints(): Endpoint[] {
		const { store, url, secret } = this.#options;
		const registered = store
			.all("webhook_endpoint", { equals: { status: "enabled" } })
			.map((endpoint) => ({
				id: endpoint.id,
				url: endpoint.url,
				secrets: validSecrets(store, endpoint.id, this.#options.now()),
				apiVersion: endpoint.api_version,
				events: endpoint.enabled_events,
				accounts: endpoint.application === null ? ("own" as const) : ("connected" as const),
			}));
		if (url === undefined) return registered;
		const configured = { id: CONFIGURED, url, secrets: [secret], apiVersion: null };
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

function shuffle<T>(list: T[]): void {
	for (let i = list.length - 1; i > 0; i -= 1) {
		const j = randomInt(i + 1);
		const a = list[i] as T;
		list[i] = list[j] as T;
		list[j] = a;
	}
}
