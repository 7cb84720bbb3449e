import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { beginCard, deliver, eventsOf, payCard } from "../test/provider.ts";
import { accessOf, makeOffer } from "../test/sale-helpers.ts";

describe("the webhook", () => {
	it("settles a purchase whose browser never returned", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await payCard(started.intentId);
		for (const event of await eventsOf(started.intentId))
			expect((await deliver(event)).status).toBe(200);
		expect(await accessOf(share, started.cookies)).toMatchObject({ as: "buyer" });
	});

	it("refuses forged, stale and foreign events", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await payCard(started.intentId);
		const event = (await eventsOf(started.intentId)).find(
			({ type }) => type === "payment_intent.succeeded",
		)!;
		expect((await deliver(event, { secret: "whsec_forged" })).status).toBe(400);
		expect((await deliver(event, { ageS: 301 })).status).toBe(400);
		expect((await deliver({ ...event, livemode: true })).status).toBe(400);
		expect(await accessOf(share, started.cookies)).toBeNull();
		expect((await deliver(event, { ageS: 290 })).status).toBe(200);
		expect(await accessOf(share, started.cookies)).not.toBeNull();
	});

	it("ignores an event's contents and reads the object from the provider", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		const object = {
			id: started.intentId,
			object: "payment_intent",
			status: "succeeded",
			metadata: {},
		};
		const [template] = await eventsOf(started.intentId);
		// Signed with the right secret, as an attacker with a leaked one could: the provider's record
		// decides.
		const forged = { ...template, id: "evt_x", type: "payment_intent.succeeded", data: { object } };
		// no event of Stripe's would look like this
		expect((await deliver(forged as unknown as Stripe.Event)).status).toBe(200);
		expect(await accessOf(share, started.cookies)).toBeNull();
	});
});
