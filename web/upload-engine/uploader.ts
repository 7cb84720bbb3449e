import type { CreatedShare } from "../../worker/catalogue/shares/contract/shares.ts";
import type { MissingParts } from "../../worker/files/uploads/contract.ts";
import { type Part, PartQueue } from "./part-queue.ts";
import { type FileProgress, ProgressTracker } from "./progress-tracker.ts";
import { publish } from "./publish.ts";
import { type Sending, sendWithRetry } from "./send-with-retry.ts";
import { SpeedMeter } from "./speed.ts";
import { classifyFailure, isPause, UnreadableFile } from "./transport/failures.ts";
import { NetworkGate } from "./transport/network-gate.ts";
import { UploadTokens } from "./upload-tokens.ts";
import type {
	Sliceable,
	Snapshot,
	UploaderOptions,
	UploadItem,
	UploadStatus,
} from "./uploader-types.ts";

/** Enough to saturate a connection, while little is lost if it breaks: six small parts or four full ones. */
const MAX_PARTS_IN_FLIGHT = 6;
const MAX_BYTES_IN_FLIGHT = 32 * 1024 * 1024;

/** A failed part is sent again, never a whole file. Stored parts survive pauses and reloads. */
export class Uploader<Body extends Sliceable<Body> = Blob> {
	readonly #options: UploaderOptions<Body>;
	readonly #items: UploadItem<Body>[];
	readonly #queue: PartQueue;
	readonly #progress: ProgressTracker;
	readonly #speed: SpeedMeter;
	readonly #sending: Sending<Body>;
	readonly #listeners = new Set<() => void>();
	readonly #fileErrors = new Map<number, unknown>();
	/** transient failures, by the part or call that failed */
	readonly #waiting = new Map<string, unknown>();
	#status: UploadStatus = "paused";
	#failure: unknown = null;
	#share: CreatedShare | null = null;
	#partsInFlight = 0;
	#bytesInFlight = 0;
	#run = new AbortController();

	constructor(options: UploaderOptions<Body>) {
		const { uploadId, items, partSize, transport, checksum, clock, network } = options;
		this.#options = options;
		this.#items = [...items];
		this.#queue = new PartQueue(items);
		this.#progress = new ProgressTracker(items, partSize);
		this.#speed = new SpeedMeter(clock.now());
		this.#sending = {
			transport,
			checksum,
			clock,
			tokens: new UploadTokens(uploadId, items, transport),
			gate: new NetworkGate(clock, network),
		};
	}

	subscribe(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	get snapshot(): Snapshot {
		const { totalBytes, sentBytes, filesDone } = this.#progress;
		const isMoving = this.#status === "sending";
		return {
			status: this.#status,
			totalBytes,
			sentBytes,
			bytesPerSecond: isMoving ? this.#speed.bytesPerSecond : null,
			secondsLeft: isMoving ? this.#speed.secondsFor(totalBytes - sentBytes) : null,
			fileCount: this.#items.length,
			filesDone,
			isOnline: this.#sending.gate.isOnline,
			isRetrying: this.#waiting.size > 0,
			isPausedByServer: [...this.#waiting.values()].some(isPause),
			fileErrors: new Map(this.#fileErrors),
			failure: this.#failure,
			share: this.#share,
		};
	}

	fileProgress(index: number): FileProgress {
		return this.#progress.progressOf(index);
	}

	resume(): void {
		if (this.#status !== "paused" && this.#status !== "stopped") return;
		this.#run = new AbortController();
		this.#failure = null;
		this.#speed.rest(this.#options.clock.now());
		this.#enter("sending");
		this.#fill();
	}

	/** Parts in flight are sent again later. */
	pause(): void {
		if (this.#status !== "sending" && this.#status !== "finishing") return;
		this.#halt("paused");
	}

	discard(): void {
		this.#halt("discarded");
	}

	/** `source`: the file, if the creator chose it again. */
	retryFile(index: number, source?: Body): void {
		const item = this.#items[index];
		if (!item || !this.#fileErrors.delete(index)) return;
		if (source) this.#items[index] = { ...item, source };
		this.#progress.fail(index, false);
		this.#queue.include(index, this.#progress.missing(index));
		if (this.#status === "attention") this.#enter("sending");
		this.#fill();
	}

	#halt(status: UploadStatus): void {
		this.#waiting.clear();
		this.#enter(status);
		this.#run.abort(new DOMException("The upload was halted.", "AbortError"));
	}

	#enter(status: UploadStatus): void {
		this.#status = status;
		this.#changed();
	}

	#changed(): void {
		for (const listener of this.#listeners) listener();
	}

	#fill(): void {
		if (this.#status !== "sending") return;
		for (let next = this.#queue.peek(); next && this.#hasRoomFor(next); next = this.#queue.peek()) {
			this.#queue.take();
			void this.#sendPart(next, this.#run.signal);
		}
		if (this.#partsInFlight > 0 || this.#queue.peek()) return;
		if (this.#progress.isAllSafe) void this.#finish(this.#run.signal);
		else this.#enter("attention");
	}

	#hasRoomFor(part: Part): boolean {
		if (this.#partsInFlight === 0) return true;
		const { start, end } = this.#progress.rangeOf(part.file, part.part);
		return (
			this.#partsInFlight < MAX_PARTS_IN_FLIGHT &&
			this.#bytesInFlight + end - start <= MAX_BYTES_IN_FLIGHT
		);
	}

	async #sendPart({ file, part }: Part, signal: AbortSignal): Promise<void> {
		const { start, end } = this.#progress.rangeOf(file, part);
		const key = `${file}/${part}`;
		this.#partsInFlight++;
		this.#bytesInFlight += end - start;
		this.#progress.sent(file, part, 0);
		try {
			const item = this.#items[file];
			if (!item?.source) throw new UnreadableFile("The file was not chosen again.");
			const crc32 = await sendWithRetry(
				this.#sending,
				{
					uploadId: this.#options.uploadId,
					fileId: item.id,
					fileIndex: file,
					part,
					body: item.source.slice(start, end),
					onProgress: (sent) => this.#progressed(file, part, sent),
					onWait: (failure) => this.#waits(key, failure),
				},
				signal,
			);
			this.#progress.safe(file, part);
			this.#options.onPart?.(item, part, crc32);
		} catch (error) {
			this.#handleFailure({ file, part }, error, signal);
		} finally {
			this.#waiting.delete(key);
			this.#progress.landed(file, part);
			this.#partsInFlight--;
			this.#bytesInFlight -= end - start;
			this.#changed();
			this.#fill();
		}
	}

	#handleFailure(part: Part, error: unknown, signal: AbortSignal): void {
		const reach = classifyFailure(error);
		if (!signal.aborted && (reach === "file" || reach === "damaged")) {
			this.#queue.exclude(part.file);
			this.#progress.fail(part.file, true);
			this.#fileErrors.set(part.file, error);
			return;
		}
		this.#queue.putBack(part);
		if (!signal.aborted) this.#stop(error);
	}

	#stop(error: unknown): void {
		this.#failure = error;
		this.#halt("stopped");
	}

	#progressed(file: number, part: number, sent: number): void {
		const more = this.#progress.sent(file, part, sent);
		this.#speed.add(Math.max(0, more), this.#options.clock.now());
		this.#changed();
	}

	#waits(key: string, failure: unknown): void {
		if (failure === null) this.#waiting.delete(key);
		else this.#waiting.set(key, failure);
		this.#changed();
	}

	async #finish(signal: AbortSignal): Promise<void> {
		this.#enter("finishing");
		try {
			await this.#options.beforePublish?.(signal);
			const onWait = (failure: unknown) => this.#waits("publish", failure);
			const response = await publish({ ...this.#sending, onWait }, this.#options.uploadId, signal);
			if (signal.aborted) return;
			if ("missing" in response) return this.#sendMissing(response.missing);
			this.#share = response.share;
			this.#enter("published");
		} catch (error) {
			if (!signal.aborted) this.#stop(error);
		}
	}

	#sendMissing(missing: readonly MissingParts[]): void {
		for (const { fileId, parts } of missing) {
			const file = this.#items.findIndex(({ id }) => id === fileId);
			if (file < 0) continue;
			for (const part of parts) this.#progress.lost(file, part);
			this.#queue.include(file, parts);
		}
		this.#enter("sending");
		this.#fill();
	}
}
