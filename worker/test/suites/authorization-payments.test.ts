import { describe } from "vitest";
import { isPayment, testRoutes } from "../matrix/matrix.ts";
import { isReading } from "../matrix/run.ts";

describe("every writing route of payments does for each role what its rule says; refused, it changes nothing", () => {
	testRoutes((route) => !isReading(route) && isPayment(route));
});
