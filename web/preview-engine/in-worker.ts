type Outcome<Response> = { running: true } | { response: Response } | { error: string };

const RUNNING_INTERVAL_MS = 500;

export class StalledError extends Error {}

export class TimeLimitError extends Error {}

export type WorkerLimits = {
	total: number;
	/** between reports; unlimited by default */
	silence?: number;
};

/** ms that a worker without work is kept: loading its script takes longer than decoding a small picture. */
const IDLE_MS = 3_000;
const idle = new Map<string, { worker: Worker; timer: ReturnType<typeof setTimeout> }[]>();

function takeIdle(pool: string): Worker | undefined {
	const taken = idle.get(pool)?.pop();
	clearTimeout(taken?.timer);
	return taken?.worker;
}

function keepIdle(pool: string, worker: Worker): void {
	const workers = idle.get(pool) ?? [];
	idle.set(pool, workers);
	const timer = setTimeout(() => {
		workers.splice(
			workers.findIndex((other) => other.worker === worker),
			1,
		);
		worker.terminate();
	}, IDLE_MS);
	workers.push({ worker, timer });
}

/**
 * Sends one request to a web worker, and terminates it at a limit, after an error, or when `signal` aborts, so that
 * no file occupies the browser for longer. A worker that has responded serves the next request of its `pool`, or
 * none without one. Throws a `StalledError` after too long a silence.
 */
export async function inWorker<Request, Response>(
	create: () => Worker,
	request: Request,
	signal: AbortSignal,
	limits: WorkerLimits & { pool?: string },
	transfer: Transferable[] = [],
): Promise<Response> {
	signal.throwIfAborted();
	const { pool } = limits;
	const worker = (pool !== undefined && takeIdle(pool)) || create();
	const { promise, resolve, reject } = Promise.withResolvers<Response>();
	const over = new AbortController();
	const listening = { signal: over.signal };
	const timer = setTimeout(
		() => reject(new TimeLimitError("the time limit was exceeded")),
		limits.total,
	);
	let silence: ReturnType<typeof setTimeout> | undefined;
	signal.addEventListener("abort", () => reject(signal.reason), listening);
	worker.addEventListener(
		"message",
		({ data }: MessageEvent<Outcome<Response>>) => {
			clearTimeout(silence);
			if ("response" in data) resolve(data.response);
			// A library in the worker may send messages of its own.
			else if ("error" in data) reject(new Error(data.error));
			else if (limits.silence !== undefined)
				silence = setTimeout(() => reject(new StalledError("the worker stalled")), limits.silence);
		},
		listening,
	);
	// Without a message its script could not be loaded.
	worker.addEventListener(
		"error",
		({ message }) => reject(new Error(message || "error loading dynamically imported module")),
		listening,
	);
	worker.postMessage(request, transfer);
	let isReusable = false;
	try {
		const response = await promise;
		isReusable = pool !== undefined;
		return response;
	} finally {
		clearTimeout(timer);
		clearTimeout(silence);
		over.abort();
		if (pool !== undefined && isReusable) keepIdle(pool, worker);
		else worker.terminate();
	}
}

/** In a web worker: responds to `inWorker`, and reports in the meantime that it is running. */
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
