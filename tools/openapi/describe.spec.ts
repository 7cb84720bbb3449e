import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../local/processes.ts";
import { strictDescription } from "./build.ts";
import { gaps, publicPath } from "./describe.ts";
import { loadRoutes } from "./load-routes.ts";
import { AREAS } from "./table.ts";

const app = await loadRoutes();
const routes = app.routes();

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

it("the permissions of access tokens are those of docs/authorization.md", async () => {
	const text = readFileSync(join(ROOT, "docs/authorization.md"), "utf8");
	const table = text.slice(text.indexOf("## Access tokens"));
	const documented = [...table.matchAll(/^\| `([A-Z]+) (\/api\/\S+)` \| (\S+) \|$/gm)].map(
		([, method, path, scope]) => `${method} ${publicPath(path ?? "")} ${scope}`,
	);
	const { paths } = await strictDescription();
	const described = Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations).flatMap(([method, { "x-scopes": scopes }]) =>
			Array.isArray(scopes) ? [`${method.toUpperCase()} ${path} ${scopes.join(" ") || "any"}`] : [],
		),
	);
	expect(documented.length).toBeGreaterThan(30);
	expect(described.sort()).toEqual(documented.sort());
});

it("every operation has an id of its own", async () => {
	const { paths } = await strictDescription();
	const ids = Object.values(paths).flatMap((operations) =>
		Object.values(operations).map(({ operationId }) => operationId),
	);
	expect(ids.length).toBe(new Set(ids).size);
});

it("every example of a body is what its route accepts", () => {
	const examples = Object.fromEntries(
		AREAS.flatMap(({ operations }) =>
			Object.entries(operations).map(([key, { example }]) => [key, example]),
		).filter(([, example]) => example !== undefined),
	);
	expect(Object.keys(examples).length).toBeGreaterThan(50);
	expect(app.refused(examples)).toEqual([]);
	expect(app.refused({ "POST /api/login": { email: "no address" } })).toHaveLength(1);
});
