import type { ProfileName } from "../profiles.ts";
import { programs } from "../programs.ts";
import { type Report, run } from "../run.ts";
import { DEFECTS, type Defect } from "./defects.ts";

/** A defect must be found with one of these. */
const SEEDS = 8;

async function findDefect(defect: Defect): Promise<Report | null> {
	const planted = await programs(defect);
	for (let seed = 1; seed <= SEEDS; seed++) {
		const report = await run({ programs: planted, seed, profile: defect.profile ?? "short" });
		if (report.violation) return report;
	}
	return null;
}

/**
 * Plants each defect whose name contains `word`; then runs the unchanged product with the same seeds, which must pass.
 * Prints a table with `tell`. Returns the number of wrong outcomes.
 */
export async function findDefects(word: string, tell: (line: string) => void): Promise<number> {
	/** the highest seed needed by profile */
	const needed = new Map<ProfileName, number>();
	let wrong = 0;
	tell("| Planted defect | Found by | Seeds | Step |\n|---|---|--:|--:|");
	for (const defect of DEFECTS.filter(({ name }) => name.includes(word))) {
		const { name, breaks, profile = "short" } = defect;
		const report = await findDefect(defect);
		const found = report?.violation?.name ?? "";
		const isExpected = breaks.includes(found);
		if (!isExpected) wrong++;
		const by = isExpected ? `\`${found}\`` : `**${report?.violation?.message ?? "nothing"}**`;
		const where = profile === "short" ? "" : ` (profile \`${profile}\`)`;
		tell(`| ${name}${where} | ${by} | ${report?.seed ?? SEEDS} | ${report?.steps ?? ""} |`);
		needed.set(profile, Math.max(needed.get(profile) ?? 0, report?.seed ?? SEEDS));
	}
	tell("");
	const built = await programs();
	for (const [profile, last] of needed)
		for (let seed = 1; seed <= last; seed++) {
			const { violation } = await run({ programs: built, seed, profile });
			if (violation) wrong++;
			const what = violation ? `${violation.name}: ${violation.message}` : "held";
			tell(`The product as it is, ${profile} ${seed}: ${what}`);
		}
	return wrong;
}
