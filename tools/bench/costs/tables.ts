import { FLOWS, marginalUsd } from "./model.ts";
import { METERS, type Meter, PRICES, READ_ON } from "./prices.ts";

const COLUMNS: readonly [meter: Meter, title: string][] = [
	["requests", "requests"],
	["rowsRead", "rows read"],
	["rowsWritten", "rows written"],
	["classA", "R2 A"],
	["classB", "R2 B"],
	["objectCalls", "DO calls"],
	["objectRowsWritten", "DO rows written"],
	["mails", "mails"],
	["images", "Images"],
];

const figure = (value: number) =>
	value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 });

/** At least two significant digits. */
function dollars(usd: number): string {
	if (usd === 0) return "0";
	if (usd >= 100) return `$${usd.toLocaleString("en-US", { maximumFractionDigits: 0 })}`;
	if (usd >= 0.01) return `$${usd.toFixed(2)}`;
	return `$${usd.toFixed(1 - Math.floor(Math.log10(usd)))}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
	const rule = `|---|${head
		.slice(1)
		.map(() => "--:|")
		.join("")}`;
	return [line(head), rule, ...rows.map(line)].join("\n");
}

const flows = () =>
	table(
		["flow", ...COLUMNS.map(([, title]) => title), "price without allowances"],
		Object.entries(FLOWS).map(([name, amount]) => [
			name,
			...COLUMNS.map(([meter]) => (amount[meter] ? figure(amount[meter]) : "")),
			dollars(marginalUsd(amount)),
		]),
	);

const prices = () =>
	`Read on ${READ_ON}.\n\n${table(
		["what", "included a month", "beyond", "source"],
		METERS.map((meter) => {
			const { name, included, usd, per, source } = PRICES[meter];
			const unit = per === 1 ? "each" : `for ${figure(per)}`;
			return [name, figure(included), `$${usd} ${unit}`, `<${source}>`];
		}),
	)}`;

export const TABLES: Readonly<Record<string, () => string>> = {
	flows,
	prices,
};

/** Replaces the tables between `<!-- table NAME -->` and `<!-- end -->`. */
export function withTables(document: string): string {
	return document.replace(
		/(<!-- table (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
		(_, begin: string, name: string, end: string) => {
			const made = TABLES[name];
			if (!made) throw new Error(`docs/costs.md names an unknown table ${name}`);
			return `${begin}${made()}\n${end}`;
		},
	);
}
