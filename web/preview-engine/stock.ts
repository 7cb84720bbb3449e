import type { RenditionKind } from "../../worker/catalogue/shares/contract/shares.ts";
import {
	FIRST_PREVIEWS,
	type PreviewFailure,
} from "../../worker/files/previews/contract/previews.ts";
import { isChunkFailure } from "../lib/page/chunk-recovery.ts";
import { browserNetwork } from "../upload-engine/transport/browser-network.ts";
import type { Network } from "../upload-engine/transport/network.ts";
import { TimeLimitError } from "./in-worker.ts";
import {
	type Plan,
	type PreviewedFile,
	type Product,
	planOf,
	type Shown,
	TIERS,
} from "./makers.ts";
import { isReadable, type Original } from "./original.ts";
import type { MadePreviews, Rendition } from "./rendition.ts";
import { type Limits, Scheduler, type Task } from "./scheduler.ts";

export type Made = {
	renditions: ReadonlyMap<RenditionKind, Rendition>;
	/** nothing more is made of it on this visit */
	isDone: boolean;
	failure: PreviewFailure | null;
};

/** ms for each task: on this device, and read over the network. */
const ONE_TASK_MS = 180_000;
const ONE_REMOTE_MS = 600_000;
/** After all others, when a device that was busy may have recovered. */
const LATE = TIERS.bought + 1;
/** If the code or the bytes could not be loaded. */
const MAX_LOADS = 2;

const PICTURE_KINDS = ["sample", "watermarked", "poster", "page", "art", "image"] as const;

const NOTHING: Made = { renditions: new Map(), isDone: false, failure: null };

type Order = { files: readonly PreviewedFile[]; shown: Shown };

type Entry = {
	plan: Plan | null;
	/** by product and setting */
	results: Map<string, MadePreviews>;
	/** by products and settings, so that tasks that are still wanted go on */
	tasks: Map<string, Task>;
	/** keys of tasks that took too long once */
	late: Set<string>;
	loads: number;
	/** waits for the network */
	isAway: boolean;
	made: Made;
};

/** The products of one tier that are still to be made. */
type Job = { plan: Plan; products: readonly Product[]; tier: Product["tier"]; key: string };

const keyOf = ({ kind, setting = "" }: Product) => `${kind} ${setting}`;

/** Finished and running renditions of the files that are still wanted. */
export class Stock {
	readonly #scheduler: Scheduler;
	readonly #network: Network;
	readonly #planOf: typeof planOf;
	/** Kept with the file, so that nothing is made again if it comes back. */
	readonly #entries = new WeakMap<Original, Entry>();
	readonly #urls = new Map<Rendition, string>();
	readonly #listeners = new Set<() => void>();
	#orders: Order[] = [];
	#wanted = new Set<Original>();

	constructor(limits: Limits, network = browserNetwork, plans = planOf) {
		this.#scheduler = new Scheduler(limits);
		this.#network = network;
		this.#planOf = plans;
	}

	/** Makes previews of these files, in their order, until the returned function is called. */
	hold(files: readonly PreviewedFile[], shown: Shown): () => void {
		const order = { files, shown };
		this.#orders.push(order);
		this.#ordered();
		return () => {
			this.#orders = this.#orders.filter((other) => other !== order);
			this.#ordered();
		};
	}

	/** The same object until something was made. */
	madeOf(source: Original): Made {
		return this.#entries.get(source)?.made ?? NOTHING;
	}

	/** The best picture of a file, for its creator alone: also one that buyers aren't shown. */
	pictureOf(source: Original): Rendition | null {
		const results = [...(this.#entries.get(source)?.results.values() ?? [])];
		const renditions = results.flatMap((result) => result.renditions);
		for (const kind of PICTURE_KINDS) {
			const found = renditions.findLast((rendition) => rendition.kind === kind);
			if (found) return found;
		}
		return null;
	}

	subscribe(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Revoked when no order has the file any more. */
	urlOf(rendition: Rendition): string {
		const url = this.#urls.get(rendition) ?? URL.createObjectURL(rendition.body);
		this.#urls.set(rendition, url);
		return url;
	}

	/** Resolves once nothing that a page begins with is still being made. Rejects with the signal's reason. */
	async firstScreen(sources: readonly Original[], signal: AbortSignal): Promise<void> {
		const first = sources.slice(0, FIRST_PREVIEWS);
		const isWaiting = (source: Original) => {
			const entry = this.#wanted.has(source) && this.#entries.get(source);
			if (!entry || entry.late.size > 0) return false;
			return outstanding(entry).some(({ tier }) => tier < TIERS.rest);
		};
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const check = () => !first.some(isWaiting) && resolve();
		const stop = () => reject(signal.reason);
		const unsubscribe = this.subscribe(check);
		signal.addEventListener("abort", stop, { once: true });
		try {
			signal.throwIfAborted();
			check();
			await promise;
		} finally {
			unsubscribe();
			signal.removeEventListener("abort", stop);
		}
	}

	#ordered(): void {
		const wanted = new Set<Original>();
		for (const { files, shown } of this.#orders)
			for (const file of files) {
				if (wanted.has(file.source)) continue;
				wanted.add(file.source);
				this.#entry(file.source).plan = this.#planOf(file, shown);
				this.#show(this.#entry(file.source));
			}
		for (const source of this.#wanted) if (!wanted.has(source)) this.#revoke(source);
		this.#wanted = wanted;
		this.#schedule();
		this.#changed();
	}

	#entry(source: Original): Entry {
		const known = this.#entries.get(source);
		const entry: Entry = known ?? {
			plan: null,
			results: new Map(),
			tasks: new Map(),
			late: new Set(),
			loads: 0,
			isAway: false,
			made: NOTHING,
		};
		if (!known) this.#entries.set(source, entry);
		return entry;
	}

	#revoke(source: Original): void {
		for (const { renditions } of this.#entry(source).results.values())
			for (const rendition of renditions) {
				const url = this.#urls.get(rendition);
				if (url) URL.revokeObjectURL(url);
				this.#urls.delete(rendition);
			}
	}

	#schedule(): void {
		const ranked: { task: Task; rank: number }[] = [];
		for (const source of this.#wanted) {
			const entry = this.#entry(source);
			const { plan } = entry;
			if (!plan || entry.isAway) continue;
			for (const [tier, products] of Map.groupBy(outstanding(entry), ({ tier }) => tier)) {
				const key = products.map(keyOf).join();
				const rank = entry.late.has(key) ? LATE : tier + (plan.isLast ? 0.5 : 0);
				ranked.push({ task: this.#task(source, entry, { plan, products, tier, key }), rank });
			}
		}
		this.#scheduler.schedule(ranked.sort((a, b) => a.rank - b.rank).map(({ task }) => task));
	}

	#task(source: Original, entry: Entry, job: Job): Task {
		const { plan, tier, key } = job;
		const task: Task = entry.tasks.get(key) ?? {
			weigh: plan.weigh,
			isDear: plan.isDear(tier),
			run: (signal) => this.#make(source, entry, job, signal),
		};
		entry.tasks.set(key, task);
		return task;
	}

	async #make(
		source: Original,
		entry: Entry,
		{ plan, products, key }: Job,
		stop: AbortSignal,
	): Promise<void> {
		const limit = source instanceof File ? ONE_TASK_MS : ONE_REMOTE_MS;
		const signal = AbortSignal.any([stop, AbortSignal.timeout(limit)]);
		const kinds = products.map(({ kind }) => kind);
		let error: unknown = null;
		let made: MadePreviews = await plan.make(kinds, signal).catch((thrown: unknown) => {
			error = thrown;
			const isSlow = thrown instanceof TimeLimitError || signal.aborted;
			return { renditions: [], failure: isSlow ? "slow" : "unreadable" };
		});
		const isAway = made.failure !== null && (isChunkFailure(error) || !(await isReadable(source)));
		if (stop.aborted) return;
		entry.tasks.delete(key);
		if (isAway) {
			// Says nothing about the file: made later on this visit, or on the next one.
			entry.loads += 1;
			if (entry.loads < MAX_LOADS) return this.#whenOnline(entry);
			made = { renditions: [], failure: null };
		}
		if (made.failure === "slow" && !entry.late.has(key)) entry.late.add(key);
		else this.#keep(entry, products, made, error);
		this.#show(entry);
		this.#schedule();
		this.#changed();
	}

	#keep(entry: Entry, products: readonly Product[], made: MadePreviews, error: unknown): void {
		const [first] = products;
		for (const product of products) {
			const isIts = ({ kind }: Rendition) => products.length === 1 || kind === product.kind;
			const failure = product === first ? made.failure : null;
			const renditions = made.renditions.filter(isIts);
			entry.results.set(keyOf(product), { renditions, failure });
		}
		if (made.failure) console.info(`A preview could not be made: ${made.failure}.`, error);
	}

	#whenOnline(entry: Entry): void {
		entry.isAway = true;
		void this.#network.whenOnline(new AbortController().signal).then(() => {
			entry.isAway = false;
			this.#schedule();
		});
	}

	#show(entry: Entry): void {
		const results = (entry.plan?.products ?? []).flatMap((product) => {
			const result = entry.results.get(keyOf(product));
			return result ? [result] : [];
		});
		const renditions = results.flatMap((result) => result.renditions);
		const next: Made = {
			renditions: new Map(renditions.map((rendition) => [rendition.kind, rendition])),
			isDone: outstanding(entry).length === 0,
			failure: results.find(({ failure }) => failure !== null)?.failure ?? null,
		};
		const { made } = entry;
		const isSame =
			made.isDone === next.isDone &&
			made.failure === next.failure &&
			made.renditions.size === next.renditions.size &&
			renditions.every((rendition) => made.renditions.get(rendition.kind) === rendition);
		if (!isSame) entry.made = next;
	}

	#changed(): void {
		for (const listener of this.#listeners) listener();
	}
}

/** A file that can't be read at all has nothing more to make. */
function outstanding({ plan, results }: Entry): Product[] {
	const products = plan?.products ?? [];
	const made = products.map((product) => results.get(keyOf(product)));
	if (made.some((result) => result?.failure === "unreadable")) return [];
	return products.filter((_, at) => !made[at]);
}

/** Pixels for each GiB of the device's memory, of four bytes each. */
const PIXELS_PER_GIB = 16_000_000;
const MAX_SLOTS = 8;

function limitsOf({
	hardwareConcurrency,
	deviceMemory = 4,
}: Navigator & { deviceMemory?: number }) {
	const slots = Math.max(2, Math.min(MAX_SLOTS, hardwareConcurrency));
	return { slots, weight: deviceMemory * PIXELS_PER_GIB };
}

/** This tab's stock. */
export const stock = new Stock(limitsOf(navigator));

let release = () => {};

/** Replaces the files that the page shows, in its order, and cancels others. */
export function want(
	files: readonly ({ file: File } & Omit<PreviewedFile, "source">)[],
	shown: Shown,
): void {
	const former = release;
	release = stock.hold(
		files.map(({ file, ...rest }) => ({ ...rest, source: file })),
		shown,
	);
	former();
}
