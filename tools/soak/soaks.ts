/** With `--short` each ends within a minute or two. */
export const SOAKS = {
	kill: "the Worker killed while a film and many small files are uploaded",
	fuzz: "mutated inputs to every parser",
} as const;
