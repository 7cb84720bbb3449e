import { type APIRequestContext, expect } from "@playwright/test";
import { freshEmail, OWN_PAGE, publishShare } from "./accounts.ts";

/** Somebody's requests without a browser, with cookies of their own. */
export type NewRequest = () => Promise<APIRequestContext>;

export const sandboxUrl = () => process.env.E2E_SANDBOX_URL ?? "http://localhost:12121";

async function confirmIntent(clientSecret: string): Promise<void> {
	const [intent] = clientSecret.split("_secret_");
	const response = await fetch(`${sandboxUrl()}/v1/payment_intents/${intent}/confirm`, {
		method: "POST",
		body: new URLSearchParams({
			key: "pk_test_sandbox",
			client_secret: clientSecret,
			payment_method: "pm_card_visa",
		}),
	});
	expect(response.status, await response.text()).toBe(200);
}

export async function settlePayment(
	intent: string,
	outcome: "succeeded" | "failed",
): Promise<void> {
	const response = await fetch(`${sandboxUrl()}/_sandbox/payment_intents/${intent}/settle`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ outcome }),
	});
	expect(response.status, await response.text()).toBe(200);
}

/** Over HTTP; the request context then holds the purchase. Returns the receipt's link. */
export async function buyByCard(
	request: APIRequestContext,
	slug: string,
	buyerEmail = freshEmail("buyer"),
	/** single files, by their ids; the whole share without any */
	items?: { full: string[]; web?: string[] },
): Promise<string> {
	const begun = await request.post("/api/create-payment-intent", {
		headers: OWN_PAGE,
		data: { shareId: slug, items },
	});
	expect(begun.status(), await begun.text()).toBe(200);
	const { clientSecret } = await begun.json();
	await confirmIntent(clientSecret);
	const done = await request.post("/api/payment-success", {
		headers: OWN_PAGE,
		data: { paymentIntentId: clientSecret.split("_secret_")[0], buyerEmail },
	});
	expect(done.status(), await done.text()).toBe(200);
	return (await done.json()).receiptUrl;
}

/** Sells “Rain, recorded” for $7.50 to a new buyer, whose address is returned. */
export async function sellRain(
	creator: APIRequestContext,
	newRequest: NewRequest,
): Promise<string> {
	const slug = await publishShare(creator, { title: "Rain, recorded", price: "7.50" });
	const buyerEmail = freshEmail("buyer");
	await buyByCard(await newRequest(), slug, buyerEmail);
	return buyerEmail;
}

/** Returns the claim's id. */
export async function claimDirect(
	request: APIRequestContext,
	slug: string,
	confirmationCode: string,
	buyerEmail = freshEmail("buyer"),
): Promise<string> {
	await request.post("/api/begin-direct-payment", { headers: OWN_PAGE, data: { shareId: slug } });
	const claimed = await request.post("/api/confirm-direct-payment", {
		headers: OWN_PAGE,
		data: { shareId: slug, buyerEmail, confirmationCode },
	});
	expect(claimed.status(), await claimed.text()).toBe(200);
	return (await claimed.json()).claimId;
}

export async function becomePro(request: APIRequestContext): Promise<void> {
	const begun = await request.post("/api/create-subscription", { headers: OWN_PAGE });
	expect(begun.status(), await begun.text()).toBe(200);
	await confirmIntent((await begun.json()).clientSecret);
	await expect
		.poll(async () => (await (await request.get("/api/subscription-status")).json()).subscribed, {
			intervals: [50],
		})
		.toBe(true);
}
