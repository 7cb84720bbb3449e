import { expect, it } from "vitest";
import { isPayment, isReading, tryRoutes } from "./test/matrix/matrix.ts";

it("every writing route does for each role what docs/authorization.md says; refused, it changes nothing", async () => {
	const isOther = (route: string) => !isReading(route) && !isPayment(route);
	expect(await tryRoutes("writing routes but payments", isOther)).toEqual([]);
}, 300_000);
