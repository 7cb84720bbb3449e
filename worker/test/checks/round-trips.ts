import { env } from "cloudflare:workers";
import table from "../../../docs/latency.md?raw";
import { SERVICES, type Service } from "../../platform/request-scope.ts";

export type Trips = Readonly<Record<Service, number>>;

/** The columns of the table in docs/latency.md. */
const COLUMNS = ["replica", "primary", "objects", "files", "provider"] as const;

/** From docs/latency.md, by `METHOD /path` as the app names the route. */
const BUDGETS: ReadonlyMap<string, Trips> = new Map(
	table.split("\n").flatMap((line): [string, Trips][] => {
		const [, route, ...cells] = line.split("|").map((cell) => cell.trim());
		const [, method, path] = /^`([A-Z]+) (\S+)`/.exec(route ?? "") ?? [];
		if (!method || !path) return [];
		const numbers = COLUMNS.map((name, at) => [
			name,
			cells[at] === "*" ? Number.POSITIVE_INFINITY : Number(cells[at] || 0),
		]);
		return [[`${method} ${path}`, Object.fromEntries(numbers) as Trips]];
	}),
);

const exceeded: string[] = [];
/** Round trips in addition to the table's, for each running request. */
const additional: { service: Service; trips: number }[] = [];

/** Allows so many more round trips until the returned function is called. */
export function expectMoreTrips(trips: number, service: Service = "primary"): () => void {
	const more = { service, trips };
	additional.push(more);
	return () => {
		additional.splice(additional.indexOf(more), 1);
	};
}

/** Running requests whose reads all go to the primary. */
let atPrimary = 0;

/** Until the returned function is called, expects reads at the primary instead of a replica. */
export function expectReadsAtPrimary(): () => void {
	atPrimary++;
	return () => {
		atPrimary--;
	};
}

const whereRead = (budget: Trips): Trips =>
	atPrimary > 0 ? { ...budget, primary: budget.primary + budget.replica } : budget;

const moreOf = (service: Service) =>
	Math.max(0, ...additional.filter((more) => more.service === service).map(({ trips }) => trips));

/** Compares each successful request's round trips with its route's budget. */
export const budgetDataset = {
	writeDataPoint(point: AnalyticsEngineDataPoint): void {
		// For tests that watch data points.
		env.METRICS.writeDataPoint(point);
		const { blobs = [], doubles = [] } = point;
		const [kind, method, path, status] = blobs.map(String);
		if (kind !== "request" || Number(status) >= 400) return;
		const route = `${method} ${path}`;
		const budget =
			BUDGETS.get(route) ??
			BUDGETS.get(route.replace("HEAD", "GET")) ??
			(path?.startsWith("/api/") ? undefined : BUDGETS.get("GET *"));
		const trips = doubles.slice(-SERVICES.length);
		const made = SERVICES.map((service, at) => `${service} ${trips[at]}`).join(", ");
		if (!budget) exceeded.push(`${route} has no budget in docs/latency.md: ${made}`);
		else if (
			SERVICES.some(
				(service, at) => (trips[at] ?? 0) > whereRead(budget)[service] + moreOf(service),
			)
		)
			exceeded.push(`${route} exceeds its budget in docs/latency.md: ${made}`);
	},
};

/** @throws Error if a request since the last call exceeded its budget */
export function requireBudgets(): void {
	const found = exceeded.splice(0);
	if (found.length > 0) throw new Error(found.join("\n"));
}
