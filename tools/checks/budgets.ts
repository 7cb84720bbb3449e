/**
 * What the product may cost. Counts are checked by `npm test`; times and speeds, which depend on what else the
 * machine does, by the bench that measures them (`npm run bench -- budgets` runs those one after the other).
 * The round trips of each route stand in docs/latency.md. A change that needs more raises its number here, with the
 * reason in docs/decisions.md.
 */
export const BUDGETS = {
	/** `npm start` in a fresh clone on two cores */
	start: {
		/** packages of the lockfile that are installed for it, on any one system */
		packages: 350,
		/** what they take on the disk, in MiB, as `du -m` prints */
		installedMib: 700,
		/** with an empty npm cache, until the first page, in ms */
		firstMs: 35_000,
		/** the second time, in ms */
		againMs: 4_000,
	},
	worker: {
		/** what the platform loads at each cold start, compressed, in KiB */
		gzipKib: 655,
		/** processor time until it can respond, in ms */
		startMs: 200,
	},
	commandLine: {
		/** installed, in KiB */
		kib: 200,
	},
	sharePage: {
		/** all that a buyer's browser loads until nothing more comes, compressed, in KB */
		scriptKb: 95,
		/** largest paint on Lighthouse's phone, in ms */
		paintMs: 1_100,
		/** responses a second to a hundred viewers, of those of `robots.txt`; and the slowest hundredth's times */
		rate: 0.45,
		p99: 3,
		/** the slowest hundredth beside an empty response, with two hundred buyers and fifty downloads */
		loadedP99: 6,
	},
	downloads: {
		/** of the speed of R2's untouched body */
		file: 0.97,
		zip: 0.95,
		/** a ZIP of a thousand files of 20 KB, in ms */
		packedMs: 40,
		unpackedMs: 500,
	},
	uploads: {
		/** of the speed of bare puts: one film; the time of a thousand files of 20 KB */
		film: 0.95,
		smallFiles: 1.25,
	},
} as const;
