/** Tests and other hosts may have no dataset. */
type Dataset = Partial<Pick<Env, "METRICS">>;

type RequestPoint = {
	method: string;
	/** the pattern, such as `/api/files/:id/download`; never the address itself */
	route: string;
	status: number;
	code: string;
	/** two letters; "" if unknown */
	country: string;
	ms: number;
	bytesIn: number;
	/** as declared; 0 if the response doesn't say */
	bytesOut: number;
	/** ms, in the order of `SERVICES` */
	waits: readonly number[];
	/** in the order of `SERVICES` */
	trips: readonly number[];
};

type EventPoint = {
	event: "sale" | "refund" | "upload" | "job_failed" | "fault";
	/** such as `card usd`, the job's name, the service and the outcome of its fault, or "" */
	label?: string;
	/** cents or bytes */
	amount?: number;
	/** of files */
	count?: number;
};

function write({ METRICS }: Dataset, point: AnalyticsEngineDataPoint): void {
	try {
		METRICS?.writeDataPoint(point);
	} catch {
		// Metrics must never fail a request.
	}
}

export function countRequest(env: Dataset, point: RequestPoint): void {
	const { method, route, status, code, country, ms, bytesIn, bytesOut, waits, trips } = point;
	write(env, {
		indexes: [route.slice(0, 90)],
		blobs: ["request", method, route, String(status), code, country],
		doubles: [ms, bytesIn, bytesOut, ...waits, ...trips],
	});
}

/** Must not identify a person, share or purchase. */
export function countEvent(env: Dataset, point: EventPoint): void {
	const { event, label = "", amount = 0, count = 1 } = point;
	write(env, { indexes: [event], blobs: [event, label], doubles: [amount, count] });
}
