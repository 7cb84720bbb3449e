import { expect, it } from "vitest";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { beginCard } from "../../test/fakes/provider.ts";
import { makeOffer } from "../../test/fixtures/sale-helpers.ts";
import { call, testCtx, withVariables } from "../../test/fixtures/test-app.ts";

// G110
it("a payment that cannot be begun answers 503 with the time to wait, and can be begun when the provider is back", async () => {
	const { share } = await makeOffer();
	const response = await withVariables({ STRIPE_API_BASE: "http://127.0.0.1:9" }, () =>
		call("POST", "/api/create-payment-intent", { shareId: share.slug }),
	);
	expect(response.status).toBe(503);
	expect(await response.json()).toMatchObject({ code: "provider.unavailable" });
	expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
	const paid = await testCtx().db.select({ state: purchases.state }).from(purchases);
	expect(paid.filter(({ state }) => state !== "started")).toEqual([]);
	expect((await beginCard(share.slug)).amount).toBe(share.priceCents);
});
