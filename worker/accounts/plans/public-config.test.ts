import { expect, test } from "vitest";
import type { PublicConfig } from "../../contract/config.ts";
import { request, testCtx } from "../../test/fixtures/test-app.ts";
import { publicConfig } from "./routes.ts";

test("the browser gets keys, plans and switches", async () => {
	const response = await request("/api/config");
	expect(response.status).toBe(200);
	const config = await response.json<PublicConfig>();
	expect(config).toMatchObject({
		appName: "Tillbox",
		origin: "https://tillbox.test",
		stripe: { publishableKey: "pk_test_sandbox" },
		processingFeeBorneBy: "creator",
		// Example testimonials appear only if an operator enables them.
		showTestimonials: false,
	});
	expect(config.plans.pro).toMatchObject({
		priceCents: 1999,
		cardFeeBps: 100,
		uploadsPerMonth: -1,
	});
	expect(config.plans.free).toMatchObject({ cardFeeBps: 500, directFeeBps: 0, uploadsPerMonth: 3 });
});

test("sends the browser no secret", async () => {
	const { config } = testCtx();
	const reported = await (await request("/api/config")).text();
	for (const secret of [config.APP_SECRET, config.STRIPE_SECRET_KEY, config.STRIPE_WEBHOOK_SECRET])
		expect(reported).not.toContain(secret);
});

test("the replacement for Stripe.js is loaded from the sandbox, and is absent without one", () => {
	const { STRIPE_API_BASE: _, ...deployed } = testCtx().config;
	expect(publicConfig({ config: deployed }).stripe.scriptUrl).toBeNull();
	const local = { ...deployed, STRIPE_API_BASE: "http://localhost:12111" };
	expect(publicConfig({ config: local }).stripe.scriptUrl).toBe(
		"http://localhost:12111/v3/stripe.js",
	);
});
