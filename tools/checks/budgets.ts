/**
 * `npm test` checks counts; benches check times and speeds, which depend on the machine's load (`npm run bench --
 * budgets` runs them one after the other). Round trips are in the `*.docs.ts` beside the routes.
 */
export const BUDGETS = {
	/** `npm start` in a fresh clone on two cores */
	start: {
		/** installed packages of the lockfile, on any one system */
		packages: 350,
		/** their size on disk in MiB, as `du -m` prints it */
		installedMib: 700,
		/** with an empty npm cache, until the first page, in ms */
		firstMs: 35_000,
		/** the second time, in ms */
		againMs: 4_000,
	},
	/**
	 * Source in git, in KiB, and database tables: everyone who works on it reads them. Raise one in a commit of its own
	 * that says what users get for it.
	 */
	weight: {
		/** `worker`, `web` and `packages`, without descriptions, tests and the sandbox */
		product: 3_940,
		/** of routes: `*.docs.ts` */
		descriptions: 102,
		/** `tools` and the sandbox */
		tools: 955,
		tests: 3_368,
		/** Markdown */
		documents: 230,
		tables: 66,
		/** source files that name one flag of files, such as `noPreview` */
		fileFlag: 14,
	},
	worker: {
		/** loaded by the platform at each cold start, compressed, in KiB */
		gzipKib: 614,
		/** processor time until it can respond, in ms */
		startMs: 200,
	},
	commandLine: {
		/** installed, in KiB */
		kib: 160,
	},
	sharePage: {
		/** everything a buyer's browser loads until the page is idle, compressed, in KB */
		scriptKb: 91.3,
		/** largest contentful paint on Lighthouse's phone, in ms */
		paintMs: 1_100,
	},
	downloads: {
		/** relative to the speed of R2's untouched body */
		file: 0.97,
		zip: 0.95,
		/** a ZIP of a thousand files of 20 KB, in ms */
		packedMs: 40,
		unpackedMs: 500,
	},
} as const;
