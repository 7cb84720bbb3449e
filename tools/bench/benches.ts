/**
 * The benches, and what each measures. Every one prints ratios or counts from one run, since absolute times
 * differ from machine to machine; with `--short` it ends within a minute or two, and fails for wrong counts
 * only.
 */
export const BENCHES = {
	start: "npm start in a fresh clone with an empty npm cache, and again",
	"zip-readers": "archives opened by every ZIP reader at hand",
	"download-speed": "downloads and ZIPs beside R2's untouched body",
	"slow-clients": "memory that twenty slow downloads cost the runtime",
	viewers: "a hundred viewers of one share page at once",
	load: "two hundred buyers of one share and fifty downloads at once",
	"sign-in-timing": "refused sign-ins of known and unknown addresses",
	latency: "time to the first byte with distant databases, objects, stores and provider",
	uploads: "uploads beside bare puts on the same runtime",
	cli: "the command line: a film killed fifty times, and a thousand small files",
	"preview-cost": "an upload of forty photographs with previews beside one without",
	"json-bodies": "memory under large bodies to calls that take JSON",
	scale: "a database of a million shares: rows read by each route and job, plans, sizes",
	"page-weight": "bytes and calls before the share page has painted",
	paint: "largest paint of pages with the selling features beside pages without",
	lighthouse: "share page, landing and sign-in by Lighthouse",
	costs: "what the platform bills for each flow, and for a month",
} as const;

/** Those that measure what tools/checks/budgets.ts limits. */
export const BUDGETED: readonly (keyof typeof BENCHES)[] = [
	"start",
	"page-weight",
	"lighthouse",
	"viewers",
	"load",
	"download-speed",
	"slow-clients",
	"uploads",
	"cli",
];
