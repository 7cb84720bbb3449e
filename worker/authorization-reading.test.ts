import { expect, it } from "vitest";
import { gaps, isReading, tryRoutes } from "./test/matrix/matrix.ts";

it("every route of the app has a row in docs/authorization.md, and every row a route", () => {
	expect(gaps()).toEqual([]);
});

it("every reading route gives each role what docs/authorization.md says, and changes nothing", async () => {
	expect(await tryRoutes("reading routes", isReading)).toEqual([]);
}, 300_000);
