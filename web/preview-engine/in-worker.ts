type Outcome<Response> = { running: true } | { response: Response } | { error: string };

const RUNNING_INTERVAL_MS = 500;

export class StalledError extends Error {}

export class TimeLimitError extends Error {}

export type WorkerLimits = {
	total: number;
	/** between reports; unlimited by default */
	silence?: number;
};

/**
 * Sends one request to a new web worker, and terminates it afterwards, at a limit or when `signal`
 * aborts, so that no file occupies the browser for longer. Throws a `StalledError` after too long a
 * silence.
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
