export const READ_ON = "2026-11-22";

const SOURCES = {
	workers: "workers/platform/pricing",
	d1: "d1/platform/pricing",
	r2: "r2/pricing",
	objects: "durable-objects/platform/pricing",
	mail: "email-service/platform/pricing",
	images: "images/pricing",
} as const;
const MILLION = 1e6;
const THOUSAND = 1e3;

/** `included` is the paid plan's monthly allowance; each further `per` units cost `usd`. */
type Price = { name: string; included: number; usd: number; per: number; source: string };

const price = (
	name: string,
	included: number,
	[usd, per]: readonly [usd: number, per: number],
	source: keyof typeof SOURCES,
): Price => {
	const address = `https://developers.cloudflare.com/${SOURCES[source]}/`;
	return { name, included, usd, per, source: address };
};

export const PRICES = {
	requests: price("Worker requests", 10 * MILLION, [0.3, MILLION], "workers"),
	cpuMs: price("processor time, ms", 30 * MILLION, [0.02, MILLION], "workers"),
	rowsRead: price("D1 rows read", 25_000 * MILLION, [0.001, MILLION], "d1"),
	rowsWritten: price("D1 rows written", 50 * MILLION, [1, MILLION], "d1"),
	databaseGb: price("D1 storage, GB-month", 5, [0.75, 1], "d1"),
	classA: price("R2 class A (write, list)", MILLION, [4.5, MILLION], "r2"),
	classB: price("R2 class B (read)", 10 * MILLION, [0.36, MILLION], "r2"),
	storedGb: price("R2 storage, GB-month", 10, [0.015, 1], "r2"),
	objectCalls: price("Durable Object requests", MILLION, [0.15, MILLION], "objects"),
	objectGbSeconds: price("Durable Object duration, GB-s", 400_000, [12.5, MILLION], "objects"),
	objectRowsRead: price("Durable Object rows read", 25_000 * MILLION, [0.001, MILLION], "objects"),
	objectRowsWritten: price("Durable Object rows written", 50 * MILLION, [1, MILLION], "objects"),
	mails: price("mails", 3 * THOUSAND, [0.35, THOUSAND], "mail"),
	images: price("Images transformations", 5 * THOUSAND, [0.5, THOUSAND], "images"),
} as const;

export type Meter = keyof typeof PRICES;
export const METERS = Object.keys(PRICES) as Meter[];
