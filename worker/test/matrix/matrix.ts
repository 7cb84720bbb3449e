import { app } from "../../app.ts";
import { withVariables } from "../test-app.ts";
import { ROUTES } from "./expectations.ts";
import { REQUESTS } from "./requests.ts";
import { type Result, tryRoute } from "./run.ts";
import { makeWorld, OPERATORS, type World } from "./world.ts";

/** Every method and path of the app's route table, middleware included. */
export const TABLE = [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))];

/** Whether a route is one of those that read. */
export const isReading = (route: string) => /^(?:GET|ALL) /.test(route);

/** Whether a route is about a payment, a claim or a receipt. */
export const isPayment = (route: string) =>
	/ \/api\/(?:\S*payment|direct-claims|receipts|purchases)/.test(route);

/** What docs/authorization.md and worker/test/matrix/requests.ts lack, or have too much. */
export function gaps(): string[] {
	return [
		...TABLE.filter((route) => !ROUTES.has(route)).map(
			(route) =>
				`${route} has no row in docs/authorization.md. Write one under "Routes", such as: | \`${route}\` | creators | | |`,
		),
		...[...ROUTES.keys(), ...Object.keys(REQUESTS)]
			.filter((route) => !TABLE.includes(route))
			.map(
				(route) =>
					`The app has no route ${route}: remove its row in docs/authorization.md and worker/test/matrix/requests.ts.`,
			),
		...TABLE.filter((route) => /:(?!shareId\b)\w+/.test(route) && !REQUESTS[route]).map(
			(route) => `worker/test/matrix/requests.ts does not say what the parameters of ${route} are.`,
		),
	];
}

/** Does something in a world of its own. */
export function inWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
	const variables = {
		IMPRINT_NAME: "Ann Example",
		IMPRINT_ADDRESS: "1 High Street",
		IMPRINT_EMAIL: "ann@example.test",
		HEALTH_TOKEN: "a token of the matrix",
		OPERATORS: OPERATORS.join(", "),
		// Endpoints of the matrix are on the machine, where nothing answers.
		WEBHOOK_LOCALHOST: "true",
	};
	return withVariables(variables, async () => work(await makeWorld()));
}

/** Tries the routes in a world of their own; prints how many cells there were. */
export function tryRoutes(name: string, choose: (route: string) => boolean): Promise<string[]> {
	return inWorld(async (world) => {
		const total: Result = { cells: 0, wrong: [] };
		for (const route of TABLE.filter((one) => ROUTES.has(one) && choose(one))) {
			const { cells, wrong } = await tryRoute(world, route);
			total.cells += cells;
			total.wrong.push(...wrong);
		}
		console.log(`Authorization of ${name}: ${total.cells} cells, ${total.wrong.length} wrong`);
		return total.wrong;
	});
}
