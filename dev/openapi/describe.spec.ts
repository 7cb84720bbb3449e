import { expect, it } from "vitest";
import { gaps } from "./describe.ts";
import { loadRoutes } from "./load-routes.ts";

const routes = await loadRoutes();

it("every route of the app is described, or left out with a reason", () => {
	expect(gaps(routes)).toEqual([]);
});

it("a route without an entry is found, and so is an entry without a route", () => {
	const extra = { ...routes[0], method: "GET", path: "/api/new-thing" } as (typeof routes)[number];
	expect(gaps([...routes, extra])).toEqual([
		expect.stringMatching(/^GET \/api\/new-thing is not described/),
	]);
	const missing = routes.filter(({ path }) => path !== "/api/drafts");
	expect(gaps(missing)).toEqual([expect.stringMatching(/^The app has no route GET \/api\/drafts/)]);
});
