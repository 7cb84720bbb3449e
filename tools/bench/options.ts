import { parseArgs } from "node:util";

/** The short form ends within a minute or two: it shows that a bench or soak runs, and measures little. */
export const isShort = process.argv.includes("--short");

/**
 * Reads the options of a bench, such as `--rounds 5`. Those that are numbers have two values for when they are
 * not given, for the full and for the short form; texts have none.
 */
export function benchOptions<Name extends string, Text extends string = never>(
	numbers: Readonly<Record<Name, readonly [full: number, short: number]>>,
	texts: readonly Text[] = [],
): Record<Name, number> & Partial<Record<Text, string>> {
	const names = Object.keys(numbers) as Name[];
	const { values } = parseArgs({
		options: {
			short: { type: "boolean" },
			...Object.fromEntries([...names, ...texts].map((name) => [name, { type: "string" }])),
		},
		allowPositionals: true,
	});
	const given: Record<string, unknown> = { ...values };
	for (const name of names) {
		const [full, short] = numbers[name];
		given[name] = Number(given[name] ?? (isShort ? short : full));
	}
	return given as Record<Name, number> & Partial<Record<Text, string>>;
}

/** Notes that a goal was missed. One of time or speed fails the full form only. */
export function goalMissed(goal: "count" | "time"): void {
	if (goal === "count" || !isShort) process.exitCode = 1;
}
