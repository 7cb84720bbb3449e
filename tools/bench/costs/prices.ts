export type Meter =
	| "requests"
	| "cpuMs"
	| "rowsRead"
	| "rowsWritten"
	| "databaseGb"
	| "classA"
	| "classB"
	| "storedGb"
	| "objectCalls"
	| "objectGbSeconds"
	| "objectRowsRead"
	| "objectRowsWritten"
	| "mails"
	| "images";

export type Price = {
	name: string;
	/** per month, in the paid plan */
	included: number;
	/** dollars per `per` units beyond */
	usd: number;
	per: number;
	source: string;
};

/** When the platform's documentation was read. */
export const READ_ON = "2026-11-22";
/** Dollars a month, regardless of usage. */
export const PLAN_USD = 5;

const MILLION = 1e6;
const PAGES = "https://developers.cloudflare.com";
const WORKERS = `${PAGES}/workers/platform/pricing/`;
const D1 = `${PAGES}/d1/platform/pricing/`;
const R2 = `${PAGES}/r2/pricing/`;
const OBJECTS = `${PAGES}/durable-objects/platform/pricing/`;

export const PRICES: Readonly<Record<Meter, Price>> = {
	requests: {
		name: "Worker requests",
		included: 10 * MILLION,
		usd: 0.3,
		per: MILLION,
		source: WORKERS,
	},
	cpuMs: {
		name: "processor time, ms",
		included: 30 * MILLION,
		usd: 0.02,
		per: MILLION,
		source: WORKERS,
	},
	rowsRead: {
		name: "D1 rows read",
		included: 25_000 * MILLION,
		usd: 0.001,
		per: MILLION,
		source: D1,
	},
	rowsWritten: {
		name: "D1 rows written",
		included: 50 * MILLION,
		usd: 1,
		per: MILLION,
		source: D1,
	},
	databaseGb: { name: "D1 storage, GB-month", included: 5, usd: 0.75, per: 1, source: D1 },
	classA: {
		name: "R2 class A (write, list)",
		included: MILLION,
		usd: 4.5,
		per: MILLION,
		source: R2,
	},
	classB: {
		name: "R2 class B (read)",
		included: 10 * MILLION,
		usd: 0.36,
		per: MILLION,
		source: R2,
	},
	storedGb: { name: "R2 storage, GB-month", included: 10, usd: 0.015, per: 1, source: R2 },
	objectCalls: {
		name: "Durable Object requests",
		included: MILLION,
		usd: 0.15,
		per: MILLION,
		source: OBJECTS,
	},
	objectGbSeconds: {
		name: "Durable Object duration, GB-s",
		included: 400_000,
		usd: 12.5,
		per: MILLION,
		source: OBJECTS,
	},
	objectRowsRead: {
		name: "Durable Object rows read",
		included: 25_000 * MILLION,
		usd: 0.001,
		per: MILLION,
		source: OBJECTS,
	},
	objectRowsWritten: {
		name: "Durable Object rows written",
		included: 50 * MILLION,
		usd: 1,
		per: MILLION,
		source: OBJECTS,
	},
	mails: {
		name: "mails",
		included: 3000,
		usd: 0.35,
		per: 1000,
		source: `${PAGES}/email-service/platform/pricing/`,
	},
	images: {
		name: "Images transformations",
		included: 5000,
		usd: 0.5,
		per: 1000,
		source: `${PAGES}/images/pricing/`,
	},
};

export const METERS = Object.keys(PRICES) as Meter[];
