import { describe } from "vitest";
import { isPayment, testRoutes } from "./test/matrix/matrix.ts";
import { isReading } from "./test/matrix/run.ts";

describe("every writing route does for each role what docs/authorization.md says; refused, it changes nothing", () => {
	testRoutes((route) => !isReading(route) && !isPayment(route));
});
