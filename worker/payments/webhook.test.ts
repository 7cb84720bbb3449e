import { eq } from "drizzle-orm";
import type { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { EXPAND } from "../purchases/payment-snapshot.ts";
import {
	beginCard,
	deliver,
	eventsOf,
	payCard,
	provider,
	reportSuccess,
} from "../test/fakes/provider.ts";
import { accessOf, connect, makeOffer } from "../test/fixtures/sale-helpers.ts";
import { makeCreator, testCtx } from "../test/fixtures/test-app.ts";
import { payoutMethods } from "./tables.ts";

describe("the webhook", () => {
	it("settles a purchase whose browser never returned", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await payCard(started.intentId);
		for (const event of await eventsOf(started.intentId))
			expect((await deliver(event)).status).toBe(200);
		expect(await accessOf(share, started.cookies)).toMatchObject({ as: "buyer" });
	});

	// G19
	it("refuses forged, stale and foreign events", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await payCard(started.intentId);
		const event = (await eventsOf(started.intentId)).find(
			({ type }) => type === "payment_intent.succeeded",
		)!;
		expect((await deliver(event, { secret: "whsec_forged" })).status).toBe(400);
		for (const ageS of [301, -302])
			expect((await deliver(event, { ageS })).status, `${ageS} s`).toBe(400);
		expect((await deliver({ ...event, livemode: true })).status).toBe(400);
		expect(await accessOf(share, started.cookies)).toBeNull();
		expect((await deliver(event, { ageS: 290 })).status).toBe(200);
		expect(await accessOf(share, started.cookies)).not.toBeNull();
	});

	it("accepts an event about a payment that the provider does not know, and repeats nothing", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		const [template] = await eventsOf(started.intentId);
		const { metadata } = template!.data.object as Stripe.PaymentIntent;
		const object = { id: "pi_unknown", object: "payment_intent", status: "succeeded", metadata };
		const event = { ...template, id: "evt_unknown", data: { object } };
		// no event of Stripe's would look like this
		expect((await deliver(event as unknown as Stripe.Event)).status).toBe(200);
		expect(await accessOf(share, started.cookies)).toBeNull();
		await payCard(started.intentId);
		expect((await reportSuccess(started.intentId, started.cookies)).status).toBe(200);
	});

	it("accepts events of creators' accounts, which come signed by another endpoint", async () => {
		const creator = await makeCreator();
		const account = await connect(creator);
		const list = { type: "account.updated", limit: 1 };
		const [event] = (await provider().events.list(list, { stripeAccount: account })).data;
		const secret = "whsec_connect";
		expect((await deliver(event!, { secret })).status).toBe(200);
		const ofTest = { ...event!, id: "evt_other_mode", livemode: true };
		expect((await deliver(ofTest, { secret })).status).toBe(200);
		const [method] = await testCtx()
			.db.select()
			.from(payoutMethods)
			.where(eq(payoutMethods.stripeAccountId, account));
		expect(method).toMatchObject({ chargesEnabled: true });
	});

	it("ignores an event's contents and reads the object from the provider", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		const paid = await beginCard(share.slug);
		await payCard(paid.intentId);
		const [template] = await eventsOf(started.intentId);
		const { metadata } = template!.data.object as Stripe.PaymentIntent;
		const copy = await provider().paymentIntents.retrieve(paid.intentId, { expand: EXPAND });
		const object = { ...copy, id: started.intentId, metadata };
		// Signed with the right secret, as if it had leaked: the provider's record still decides.
		const forged = {
			...template!,
			id: "evt_x",
			type: "payment_intent.succeeded",
			data: { object },
		};
		expect((await deliver(forged as Stripe.Event)).status).toBe(200);
		expect(await accessOf(share, started.cookies)).toBeNull();
	});

	it("settles the provider's current state, even for an event from before a refund", async () => {
		const { share } = await makeOffer();
		const started = await beginCard(share.slug);
		await payCard(started.intentId);
		const succeeded = (await eventsOf(started.intentId)).find(
			({ type }) => type === "payment_intent.succeeded",
		)!;
		expect((await deliver(succeeded)).status).toBe(200);
		expect(await accessOf(share, started.cookies)).toMatchObject({ as: "buyer" });
		await provider().refunds.create({ payment_intent: started.intentId });
		expect((await deliver({ ...succeeded, id: "evt_repeated" })).status).toBe(200);
		expect(await accessOf(share, started.cookies)).toBeNull();
	});
});
