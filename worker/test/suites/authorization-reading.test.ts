import { describe, expect, it } from "vitest";
import { gaps, testRoutes } from "../matrix/matrix.ts";
import { isReading } from "../matrix/run.ts";

it("every route of the app has a row in docs/authorization.md, and every row a route", () => {
	expect(gaps()).toEqual([]);
});

describe("every reading route gives each role what docs/authorization.md says, and changes nothing", () => {
	testRoutes(isReading);
});
