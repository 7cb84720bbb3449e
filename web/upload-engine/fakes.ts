import type { CreatedShare } from "../../worker/catalogue/shares/contract/shares.ts";
import type { Clock } from "./clock.ts";
import { TransferFailure } from "./transport/failures.ts";
import type { PartCall, Transport } from "./transport/transport.ts";
import { Uploader } from "./uploader.ts";
import type { UploaderOptions, UploadItem } from "./uploader-types.ts";

/** Waits until all pending promise callbacks have run. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** Advances only on `advance`, so no test waits. */
class FakeClock implements Clock {
	#now = 1_000_000;
	#sleepers: { at: number; wake: () => void }[] = [];
	now = () => this.#now;
	random = () => 0.5;
	sleep = (ms: number, signal: AbortSignal) =>
		new Promise<void>((resolve, reject) => {
			this.#sleepers.push({ at: this.#now + ms, wake: resolve });
			signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		});

	async advance(ms: number): Promise<void> {
		const end = this.#now + ms;
		for (;;) {
			await settle();
			const next = this.#sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
			if (!next) break;
			this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
			this.#now = Math.max(this.#now, next.at);
			next.wake();
		}
		this.#now = end;
		await settle();
	}
}

class FakeNetwork {
	#online = true;
	#waiting: (() => void)[] = [];
	isOnline = () => this.#online;
	whenOnline = (signal: AbortSignal) =>
		new Promise<void>((resolve, reject) => {
			this.#waiting.push(resolve);
			signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		});

	plug(online: boolean): void {
		this.#online = online;
		if (online) for (const wake of this.#waiting.splice(0)) wake();
	}
}

type OpenCall = PartCall & {
	key: string;
	succeed: () => void;
	fail: (error: unknown) => void;
};

/** A server whose response to each part is set by the test; `auto` responds immediately. */
class FakeTransport implements Transport {
	open: OpenCall[] = [];
	/** every attempt, as "file/part", in order */
	attempts: string[] = [];
	safe = new Set<string>();
	tokenCalls: number[] = [];
	completions: ("published" | "pending" | TransferFailure)[] = [];
	completeCalls = 0;
	/** returns a failure for an attempt, or null to accept it; unset, the test decides each by hand */
	auto: ((key: string, attempt: number, call: PartCall) => unknown) | null = () => null;

	sendPart = (call: PartCall) =>
		new Promise<void>((resolve, reject) => {
			const key = `${call.fileId}/${call.part}`;
			this.attempts.push(key);
			const close = () => {
				this.open = this.open.filter((other) => other !== opened);
			};
			const opened: OpenCall = {
				...call,
				key,
				succeed: () => {
					close();
					call.onProgress(call.body.size);
					this.safe.add(key);
					resolve();
				},
				fail: (error) => {
					close();
					reject(error);
				},
			};
			this.open.push(opened);
			call.signal.addEventListener("abort", () => opened.fail(call.signal.reason), { once: true });
			if (!this.auto) return;
			const nth = this.attempts.filter((attempt) => attempt === key).length;
			const failure = this.auto(key, nth, call);
			if (failure) opened.fail(failure);
			else opened.succeed();
		});

	tokens = async (_uploadId: string, from: number) => {
		this.tokenCalls.push(from);
		const files = Array.from({ length: 200 }, (_, i) => ({
			id: `f${from + i}`,
			token: `fresh-${from + i}-${this.tokenCalls.length}`,
		}));
		return { files };
	};

	complete = async () => {
		this.completeCalls++;
		const response = this.completions.shift() ?? "published";
		if (response instanceof TransferFailure) throw response;
		return { published: response === "published" ? SHARE : null };
	};
}

// The engine passes the response on without reading it.
export const SHARE = { fileShare: { shareId: "abcdefgh" }, files: [] } as unknown as CreatedShare;

/** Files of these sizes (bytes), in parts of ten bytes. */
export function fakeUpload(sizes: readonly number[], options: Partial<UploaderOptions> = {}) {
	const clock = new FakeClock();
	const network = new FakeNetwork();
	const transport = new FakeTransport();
	const items: UploadItem[] = sizes.map((size, i) => ({
		id: `f${i}`,
		name: `file ${i}.txt`,
		size,
		parts: Math.max(1, Math.ceil(size / 10)),
		token: `token-${i}`,
		received: [],
		source: new Blob(["x".repeat(size)]),
	}));
	const uploader = new Uploader({
		uploadId: "u1",
		partSize: 10,
		items,
		transport,
		checksum: async () => "0badcafe",
		clock,
		network,
		...options,
	});
	return { uploader, clock, network, transport, items };
}
