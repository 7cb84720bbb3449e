import { parseArgs } from "node:util";

export const isShort = process.argv.includes("--short");

export function benchOptions<Name extends string>(
	numbers: Readonly<Record<Name, readonly [full: number, short: number]>>,
): Record<Name, number> {
	const names = Object.keys(numbers) as Name[];
	const { values } = parseArgs({
		options: {
			short: { type: "boolean" },
			...Object.fromEntries(names.map((name) => [name, { type: "string" }])),
		},
		allowPositionals: true,
	});
	const given: Record<string, unknown> = values;
	const read = names.map((name) => {
		const [full, short] = numbers[name];
		return [name, Number(given[name] ?? (isShort ? short : full))];
	});
	return Object.fromEntries(read) as Record<Name, number>;
}

/** A missed goal of time fails only the full form. */
export function goalMissed(goal: "count" | "time"): void {
	if (goal === "count" || !isShort) process.exitCode = 1;
}
