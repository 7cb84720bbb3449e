import { describe } from "vitest";
import { isPayment, testRoutes } from "../matrix/matrix.ts";
import { isReading } from "../matrix/run.ts";

// G1, G13, G36
describe("every writing route does for each role what its rule says; refused, it changes nothing", () => {
	testRoutes((route) => !isReading(route) && !isPayment(route));
});
