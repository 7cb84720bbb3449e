import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { gaps as docsGaps, ROUTE_DOCS, routesOf } from "../../app.docs.ts";
import { app } from "../../app.ts";
import { withVariables } from "../fixtures/test-app.ts";
import { isTried } from "./expectations.ts";
import { hasParameters, REQUESTS } from "./requests.ts";
import { ROLE_NAMES } from "./rules.ts";
import { tryRoute } from "./run.ts";
import { makeWorld, OPERATORS, type World } from "./world.ts";

/** Includes middleware. */
export const TABLE = routesOf(app);

export const isPayment = (route: string) =>
	/ \/api\/(?:\S*payment|direct-claims|receipts|purchases)/.test(route);

/** Returns the routes that `ROUTE_DOCS` and `REQUESTS` lack or invent. */
export function gaps(): string[] {
	return [
		...docsGaps(TABLE),
		...Object.keys(REQUESTS)
			.filter((route) => !TABLE.includes(route))
			.map((route) => `The app has no ${route}: remove it from worker/test/matrix/.`),
		...TABLE.filter((route) => /:(?!shareId\b)\w+/.test(route) && !hasParameters(route)).map(
			(route) => `worker/test/matrix/requests.ts does not say what the parameters of ${route} are.`,
		),
	];
}

const VARIABLES = {
	IMPRINT_NAME: "Ann Example",
	IMPRINT_ADDRESS: "1 High Street",
	IMPRINT_EMAIL: "ann@example.test",
	HEALTH_TOKEN: "a token of the matrix",
	OPERATORS: OPERATORS.join(", "),
	// The matrix's endpoints are on this machine, where nothing answers.
	WEBHOOK_LOCALHOST: "true",
};

/** Arranges before a file's tests; returns a function that runs work in the arrangement. */
export function arrangeWorld(): <T>(work: (world: World) => Promise<T>) => Promise<T> {
	let world: World;
	beforeAll(async () => {
		world = await withVariables(VARIABLES, makeWorld);
	});
	// After a test that failed halfway.
	beforeEach(() => world.stored.restore());
	afterAll(async () => expect(await world.stored.leftovers()).toEqual([]));
	return (work) => withVariables(VARIABLES, () => work(world));
}

/** Declares a test per route and role, over all states that matter. */
export function testRoutes(choose: (route: string) => boolean): void {
	const inWorld = arrangeWorld();
	const routes = TABLE.filter((route) => ROUTE_DOCS[route] && choose(route));
	describe.each(routes)("%s", (route) => {
		it.each(ROLE_NAMES.filter((role) => isTried(route, role)))("%s", async (role) => {
			expect(await inWorld((world) => tryRoute(world, route, role))).toEqual([]);
		});
	});
}
