import { type Report, type RunOptions, run } from "./run.ts";
import type { Weather } from "./world/weather.ts";

const FAULTS: readonly (keyof Weather)[] = [
	"kills",
	"bindings",
	"network",
	"events",
	"provider",
	"evictions",
	"crons",
];

export async function shrink(
	options: RunOptions,
	first: Report,
	tell: (line: string) => void,
): Promise<{ options: RunOptions; report: Report }> {
	const name = first.violation?.name;
	let best = { options, report: first };
	const attempt = async (what: string, changes: Partial<RunOptions>): Promise<boolean> => {
		const tried = { ...best.options, ...changes };
		const report = await run(tried);
		const isSame = report.violation?.name === name;
		tell(`${what}: ${isSame ? `fails at step ${report.steps}` : "holds, or fails otherwise"}`);
		if (isSame) best = { options: tried, report };
		return isSame;
	};
	for (const kind of FAULTS)
		await attempt(`without ${kind}`, { fair: new Set([...(best.options.fair ?? []), kind]) });
	for (let size = Math.ceil(first.people.length / 2); size >= 1; size = Math.floor(size / 2)) {
		for (let at = 0; at < best.report.people.length; ) {
			const { people } = best.report;
			const only = new Set(people.filter((_, place) => place < at || place >= at + size));
			if (!(await attempt(`with ${only.size} people`, { only }))) at += size;
		}
	}
	return best;
}
