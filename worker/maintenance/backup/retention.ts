import { DAY_MS } from "../../contract/retention.ts";
import { begunAt } from "./format.ts";

/** The last backup of each of these days and weeks is kept. */
const RULE = { days: 7, weeks: 4 };
/**
 * The privacy policy promises that deleted data are gone from backups within 30 days. A deleted object is last in
 * the next backup, and is removed the night after that.
 */
const MAX_AGE_MS = 27 * DAY_MS;

/** 1970-01-05 was a Monday. */
const weekOf = (at: number) => Math.floor((at / DAY_MS - 4) / 7);
const PERIODS: readonly (readonly [keyof typeof RULE, (at: number) => number])[] = [
	["days", (at) => Math.floor(at / DAY_MS)],
	["weeks", weekOf],
];

/** The latest is always kept. */
export function expiredBackups(ids: readonly string[], now: number): string[] {
	const latest = ids.toSorted().toReversed();
	const kept = new Set<string>(latest.slice(0, 1));
	for (const [name, periodOf] of PERIODS) {
		const seen = new Set<number>();
		for (const id of latest.filter((one) => begunAt(one) > now - MAX_AGE_MS)) {
			const period = periodOf(begunAt(id));
			if (seen.has(period)) continue;
			if (seen.size === RULE[name]) break;
			seen.add(period);
			kept.add(id);
		}
	}
	return ids.filter((id) => !kept.has(id));
}
