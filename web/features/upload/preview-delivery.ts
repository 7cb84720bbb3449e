import type { PreviewFailure } from "../../../worker/files/previews/contract/previews.ts";
import { ApiFailure, isTransient } from "../../lib/server/failure.ts";
import { type PreviewedFile, type Shown, TURNS, turnOf } from "../../preview-engine/makers.ts";
import type { Rendition } from "../../preview-engine/rendition.ts";
import type { Stock } from "../../preview-engine/stock.ts";

const SENDS = 4;
/** ms that publishing waits for previews after the last byte. */
const WAIT_MS = 20_000;

type Source = Pick<Stock, "hold" | "subscribe" | "madeOf" | "firstScreen">;

export type DeliveredFile = PreviewedFile & { id: string };

export type Destination = {
	put: (fileId: string, rendition: Rendition, signal: AbortSignal) => Promise<void>;
};
export type Published = Destination & {
	fail: (fileId: string, reason: PreviewFailure) => Promise<void>;
};

/**
 * Sends the previews of an upload's files as they are made: to the session while it is open, nothing while it is
 * being published, and the rest to the published files.
 */
export class PreviewDelivery {
	readonly #stock: Source;
	readonly #files: readonly DeliveredFile[];
	readonly #shown: Shown;
	readonly #session: Destination | null;
	readonly #published: Published;
	readonly #end = Promise.withResolvers<void>();
	readonly #release: () => void;
	readonly #unsubscribe: () => void;
	/** `ending`: only the page's first previews are still sent. */
	#phase: "open" | "ending" | "closed" | "published" | "over";
	#run = new AbortController();
	readonly #sent = new Set<Rendition>();
	/** by file id; reported once the files are published */
	readonly #failures = new Map<string, PreviewFailure>();
	/** by file id, one send each */
	readonly #busy = new Map<string, Promise<void>>();
	/** files without another try on this visit */
	readonly #left = new Set<string>();

	/** Without a session the files are published. */
	constructor(
		stock: Source,
		files: readonly DeliveredFile[],
		shown: Shown,
		{ session, published }: { session: Destination | null; published: Published },
	) {
		this.#stock = stock;
		this.#files = files;
		this.#shown = shown;
		this.#session = session;
		this.#published = published;
		this.#phase = session ? "open" : "published";
		this.#release = stock.hold(files, shown);
		this.#unsubscribe = stock.subscribe(() => this.#fill());
		this.#fill();
	}

	/** Resolves once all is sent, or nothing more is. */
	get ended(): Promise<void> {
		return this.#end.promise;
	}

	/** Waits for the first screen and for running transfers; afterwards the session may be completed. */
	async beforePublish(signal: AbortSignal): Promise<void> {
		if (this.#phase !== "open") return;
		this.#phase = "ending";
		const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
		const sources = this.#files.map(({ source }) => source);
		await this.#stock.firstScreen(sources, limit).catch(() => {});
		await this.#drained(limit);
		if (this.#phase !== "ending") return;
		this.#phase = signal.aborted ? "open" : "closed";
		if (signal.aborted) return this.#fill();
		this.#run.abort();
		this.#run = new AbortController();
		await Promise.all(this.#busy.values());
	}

	/** The server lacks some parts, so the session is open again. */
	reopen(): void {
		this.#enter("open");
	}

	published(): void {
		this.#enter("published");
	}

	stop(): void {
		this.#phase = "over";
		this.#run.abort();
		this.#finish();
	}

	#enter(phase: "open" | "published"): void {
		if (this.#phase === "over") return;
		this.#phase = phase;
		this.#fill();
	}

	async #drained(limit: AbortSignal): Promise<void> {
		const isOver = new Promise<void>((resolve) =>
			limit.addEventListener("abort", () => resolve(), { once: true }),
		);
		while (this.#busy.size > 0 && !limit.aborted)
			await Promise.race([isOver, ...this.#busy.values()]);
	}

	#fill(): void {
		if (this.#phase === "closed" || this.#phase === "over") return;
		const isMade = this.#files.every((file) => this.#isDone(file));
		for (const turn of Object.values(TURNS)) {
			// Sending costs the server as much as making costs the browser.
			if (turn === TURNS.later && !isMade) break;
			for (const file of this.#files) {
				if (this.#busy.size >= SENDS) return;
				const work = this.#busy.has(file.id) ? null : this.#next(file, turn);
				if (!work) continue;
				const done = work.finally(() => {
					this.#busy.delete(file.id);
					this.#fill();
				});
				this.#busy.set(file.id, done);
			}
		}
		if (this.#busy.size > 0 || !isMade) return;
		if (this.#phase === "published") this.#finish();
		else if (this.#failures.size === 0) this.#end.resolve();
	}

	#isDone({ id, source }: DeliveredFile): boolean {
		return this.#left.has(id) || this.#stock.madeOf(source).isDone;
	}

	#finish(): void {
		this.#unsubscribe();
		this.#release();
		this.#end.resolve();
	}

	/** The clip comes last: with it a track or film counts as complete. */
	#next(file: DeliveredFile, turn: number): Promise<void> | null {
		const { id, source } = file;
		if (this.#left.has(id)) return null;
		const { renditions, failure } = this.#stock.madeOf(source);
		if (failure && !this.#failures.has(id)) this.#failures.set(id, failure);
		for (const rendition of renditions.values()) {
			if (this.#sent.has(rendition)) continue;
			if (turnOf(rendition.kind, this.#shown, file) !== turn) continue;
			const isHeld = this.#phase === "ending" && turn !== TURNS.seen;
			return isHeld ? null : this.#send(id, rendition);
		}
		const reason = this.#failures.get(id);
		if (!reason || turn === TURNS.seen || this.#phase !== "published") return null;
		this.#failures.delete(id);
		this.#left.add(id);
		return this.#published.fail(id, reason);
	}

	async #send(id: string, rendition: Rendition): Promise<void> {
		const { signal } = this.#run;
		const to = this.#phase === "published" ? this.#published : (this.#session ?? this.#published);
		try {
			await to.put(id, rendition, signal);
			this.#sent.add(rendition);
		} catch (error) {
			if (signal.aborted) return;
			if (isRefusal(error)) {
				this.#sent.add(rendition);
				this.#failures.set(id, "refused");
			} else this.#left.add(id);
		}
	}
}

/** True if the server refused this preview. After a network error, or if the file is gone, a later visit makes it. */
const isRefusal = (error: unknown) =>
	error instanceof ApiFailure &&
	!isTransient(error) &&
	error.status !== 404 &&
	error.code !== "upload.not_open";
