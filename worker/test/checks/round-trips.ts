import { env } from "cloudflare:workers";
import { ROUTE_DOCS } from "../../app.docs.ts";
import { SERVICES, type Service } from "../../platform/request-scope.ts";
import type { Trips } from "../../route.docs.ts";

/** Documents and assets without a route of their own make none. */
function budgetOf(method: string, path: string): Trips | undefined {
	const isHead = method === "HEAD";
	const doc = ROUTE_DOCS[`${isHead ? "GET" : method} ${path}`];
	if (!doc) return path.startsWith("/api/") ? undefined : {};
	return (isHead && doc.headTrips) || (doc.trips ?? {});
}

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

const moreOf = (service: Service) =>
	Math.max(0, ...additional.filter((more) => more.service === service).map(({ trips }) => trips));

function allowed(budget: Trips, service: Service): number {
	const moved = service === "primary" && atPrimary > 0 ? (budget.replica ?? 0) : 0;
	return (budget[service] ?? 0) + moved + moreOf(service);
}

/** Compares each successful request's round trips with its route's budget. */
export const budgetDataset = {
	writeDataPoint(point: AnalyticsEngineDataPoint): void {
		// For tests that watch data points.
		env.METRICS.writeDataPoint(point);
		const { blobs = [], doubles = [] } = point;
		const [kind, method = "", path = "", status] = blobs.map(String);
		if (kind !== "request" || Number(status) >= 400) return;
		const route = `${method} ${path}`;
		const budget = budgetOf(method, path);
		const trips = doubles.slice(-SERVICES.length);
		const made = SERVICES.map((service, at) => `${service} ${trips[at]}`).join(", ");
		if (!budget) exceeded.push(`${route} is not in any *.docs.ts: ${made}`);
		else if (SERVICES.some((service, at) => (trips[at] ?? 0) > allowed(budget, service)))
			exceeded.push(`${route} exceeds the \`trips\` of its *.docs.ts: ${made}`);
	},
};

/** @throws Error if a request since the last call exceeded its budget */
export function requireBudgets(): void {
	const found = exceeded.splice(0);
	if (found.length > 0) throw new Error(found.join("\n"));
}
