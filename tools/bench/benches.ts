/**
 * Prints ratios or counts of one run, since absolute times differ between machines. `--short` ends within a minute or
 * two and fails only for wrong counts.
 */
export const BENCHES = {
	start: "npm start in a fresh clone with an empty npm cache, and again",
	downloads: "downloads and ZIPs beside R2's untouched body",
	lighthouse: "the share page, before and after paying, landing and sign-in by Lighthouse",
	costs: "what the platform bills for each flow",
} as const;

export const BUDGETED: readonly (keyof typeof BENCHES)[] = ["start", "lighthouse", "downloads"];
