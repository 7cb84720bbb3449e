/** The response of a worker that `serve` runs in. */
type Outcome<Response> = { response: Response } | { error: string };

/**
 * Sends one request to a web worker and returns its response. The worker is terminated afterwards, and
 * when `timeoutMs` pass or `signal` aborts, so that no file can occupy the browser for longer. Throws when
 * the worker fails.
 */
export async function inWorker<Request, Response>(
	create: () => Worker,
	request: Request,
	signal: AbortSignal,
	timeoutMs: number,
): Promise<Response> {
	signal.throwIfAborted();
	const worker = create();
	const { promise, resolve, reject } = Promise.withResolvers<Response>();
	const stop = () => reject(signal.reason);
	const timer = setTimeout(() => reject(new Error("the time limit is over")), timeoutMs);
	signal.addEventListener("abort", stop, { once: true });
	worker.addEventListener("message", ({ data }: MessageEvent<Outcome<Response>>) => {
		if ("response" in data) resolve(data.response);
		// A library in the worker may send messages of its own.
		else if ("error" in data) reject(new Error(data.error));
	});
	worker.addEventListener("error", (event) => reject(new Error(event.message)));
	worker.postMessage(request);
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", stop);
		worker.terminate();
	}
}

/** In a web worker: answers every request of `inWorker` with what `respond` returns, or its error. */
export function serve<Request, Response>(respond: (request: Request) => Promise<Response>): void {
	addEventListener("message", async ({ data }: MessageEvent<Request>) => {
		const outcome: Outcome<Response> = await respond(data).then(
			(response) => ({ response }),
			(error: unknown) => ({ error: String(error) }),
		);
		postMessage(outcome);
	});
}
