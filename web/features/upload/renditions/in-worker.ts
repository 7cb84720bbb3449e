/** What a worker that `serve` runs in sends: that it is running, and at last its response. */
type Outcome<Response> = { running: true } | { response: Response } | { error: string };

const RUNNING_INTERVAL_MS = 500;

/** The worker stopped reporting that it is running. */
export class StalledError extends Error {}

/** The time limit of the work is over. */
export class TimeLimitError extends Error {}

/** The time limits of a request to a worker, in ms. */
export type WorkerLimits = {
	total: number;
	/** how long the worker may report nothing once it runs; unlimited by default */
	silence?: number;
};

/**
 * Sends one request to a web worker and returns its response. The worker is terminated afterwards, and
 * when a limit is over or `signal` aborts, so that no file can occupy the browser for longer. Throws when
 * the worker fails, and a `StalledError` when it is silent for too long.
 */
export async function inWorker<Request, Response>(
	create: () => Worker,
	request: Request,
	signal: AbortSignal,
	limits: WorkerLimits,
	transfer: Transferable[] = [],
): Promise<Response> {
	signal.throwIfAborted();
	const worker = create();
	const { promise, resolve, reject } = Promise.withResolvers<Response>();
	const stop = () => reject(signal.reason);
	const timer = setTimeout(
		() => reject(new TimeLimitError("the time limit is over")),
		limits.total,
	);
	let silence: ReturnType<typeof setTimeout> | undefined;
	signal.addEventListener("abort", stop, { once: true });
	worker.addEventListener("message", ({ data }: MessageEvent<Outcome<Response>>) => {
		clearTimeout(silence);
		if ("response" in data) resolve(data.response);
		// A library in the worker may send messages of its own.
		else if ("error" in data) reject(new Error(data.error));
		else if (limits.silence !== undefined)
			silence = setTimeout(() => reject(new StalledError("the worker stalled")), limits.silence);
	});
	// Without a message its script could not be loaded.
	worker.addEventListener("error", ({ message }) =>
		reject(new Error(message || "error loading dynamically imported module")),
	);
	worker.postMessage(request, transfer);
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		clearTimeout(silence);
		signal.removeEventListener("abort", stop);
		worker.terminate();
	}
}

/**
 * In a web worker: answers every request of `inWorker` with what `respond` returns, or its error, and
 * reports meanwhile that the worker is running.
 */
export function serve<Request, Response>(respond: (request: Request) => Promise<Response>): void {
	const send = (outcome: Outcome<Response>) => postMessage(outcome);
	addEventListener("message", async ({ data }: MessageEvent<Request>) => {
		const reports = setInterval(() => send({ running: true }), RUNNING_INTERVAL_MS);
		send({ running: true });
		const outcome: Outcome<Response> = await respond(data).then(
			(response) => ({ response }),
			(error: unknown) => ({ error: String(error) }),
		);
		clearInterval(reports);
		send(outcome);
	});
}
