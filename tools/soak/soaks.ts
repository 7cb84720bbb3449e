/** The soaks, and what each repeats at random; with `--short` each ends within a minute or two. */
export const SOAKS = {
	kill: "the Worker killed while a film and many small files are uploaded",
	cut: "the connection cut while files are uploaded",
	begin: "a hundred uploads begun at once by a creator who may begin three",
	fuzz: "mutated inputs to every parser",
	browser: "Chromium killed half-way through an upload",
	restore: "a backup of an installation that is written to, restored",
	previews: "the previews of many documents, tracks and films, made on a slow device",
} as const;
