import { begunAt } from "./format.ts";

/** How many days, weeks and months have a backup; of each the last one is kept. */
const RULE = { days: 7, weeks: 5, months: 12 };

const DAY_MS = 86_400_000;
/** 1970-01-05 was a Monday. */
const mondayOf = (at: number) => Math.floor((at / DAY_MS - 4) / 7);
const PERIODS: readonly (readonly [keyof typeof RULE, (at: number) => string | number])[] = [
	["days", (at) => Math.floor(at / DAY_MS)],
	["weeks", mondayOf],
	["months", (at) => new Date(at).toISOString().slice(0, 7)],
];

/**
 * Returns the ids of the complete backups to remove: all but the last of each of the latest seven days,
 * five weeks and twelve months that have one.
 */
export function expiredBackups(ids: readonly string[]): string[] {
	const latest = ids.toSorted().toReversed();
	const kept = new Set<string>();
	for (const [name, periodOf] of PERIODS) {
		const seen = new Set<string | number>();
		for (const id of latest) {
			const period = periodOf(begunAt(id));
			if (seen.has(period)) continue;
			if (seen.size === RULE[name]) break;
			seen.add(period);
			kept.add(id);
		}
	}
	return ids.filter((id) => !kept.has(id));
}
