import { describe, expect, it } from "vitest";
import { gaps, testRoutes } from "../matrix/matrix.ts";
import { isReading } from "../matrix/run.ts";

it("finds a rule for every route of the app, and a route for every row", () => {
	expect(gaps()).toEqual([]);
});

// G1, G3, G5, G13, G64
describe("every reading route gives each role what its rule says, and changes nothing", () => {
	testRoutes(isReading);
});
