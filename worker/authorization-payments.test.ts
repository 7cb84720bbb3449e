import { expect, it } from "vitest";
import { isPayment, isReading, tryRoutes } from "./test/matrix/matrix.ts";

it("every writing route of payments does for each role what docs/authorization.md says; refused, it changes nothing", async () => {
	const isOwn = (route: string) => !isReading(route) && isPayment(route);
	expect(await tryRoutes("writing routes of payments", isOwn)).toEqual([]);
}, 300_000);
