import { eq, sql } from "drizzle-orm";
import type { Stripe } from "stripe";
import { expect } from "vitest";
import type { Balance, Sale } from "../contract/payments.ts";
import { purchases } from "../entitlements/tables.ts";
import { payoutMethods } from "../payments/tables.ts";
import { sha256 } from "../platform/security/crypto.ts";
import { outbox } from "../platform/tables.ts";
import { users } from "../users/tables.ts";
import { beginCard, deliver, payCard, provider, reportSuccess, sandbox } from "./provider.ts";
import { accessFor, makeShare } from "./sales.ts";
import { call, makeCreator, request, testCtx } from "./test-app.ts";

export type Creator = Awaited<ReturnType<typeof makeCreator>>;

/** Confirms a creator's address. */
export async function verify(creator: Pick<Creator, "user">): Promise<void> {
	await testCtx()
		.db.update(users)
		.set({ emailVerifiedAt: Date.now() })
		.where(eq(users.id, creator.user.id));
}

/**
 * Confirms a creator's address, completes the provider's onboarding and returns the connected account.
 */
export async function connect(creator: Creator, country = "US"): Promise<string> {
	await verify(creator);
	const response = await call("POST", "/api/setup-card-payouts", { country }, creator.cookies);
	expect(await response.json()).toEqual({ url: expect.stringContaining("/connect/onboarding/") });
	const [method] = await testCtx()
		.db.select()
		.from(payoutMethods)
		.where(eq(payoutMethods.userId, creator.user.id));
	const account = method?.stripeAccountId ?? "";
	await sandbox(`/accounts/${account}/onboard`);
	return account;
}

/** Refreshes the creator's status, as the page's polling does. */
export async function status(creator: Creator) {
	const response = await request("/api/payment-status", { cookies: creator.cookies });
	return response.json();
}

/** A new creator with a published share. */
export async function makeOffer(fields: Parameters<typeof makeShare>[1] = {}) {
	const creator = await makeCreator();
	return { creator, share: await makeShare(creator.user.id, fields) };
}

/** The purchase that a payment intent pays for. */
export async function purchaseOf(intentId: string) {
	const [row] = await testCtx()
		.db.select()
		.from(purchases)
		.where(eq(purchases.paymentIntentId, intentId));
	if (!row) throw new Error("no purchase has this payment");
	return row;
}

/** The access that the buyer with these cookies has to a share, null for none. */
export async function accessOf(share: { id: string }, cookies: Record<string, string>) {
	const buyerHash = await sha256(cookies["__Host-buyer"] ?? "");
	return accessFor(testCtx({ credentials: { sessionHash: null, buyerHash } }), share);
}

/** The mails to an address, in the order in which they were queued. */
export async function mailsTo(address: string) {
	return testCtx()
		.db.select()
		.from(outbox)
		.where(eq(outbox.recipient, address))
		.orderBy(sql`rowid`);
}

/** The subjects of the mails to an address. */
export async function subjectsTo(address: string): Promise<string[]> {
	return (await mailsTo(address)).map(({ subject }) => subject);
}

/** A share and a buyer who bought it by card. */
export async function sell(
	creator: Creator,
	options: { priceCents?: number; method?: string } = {},
) {
	const share = await makeShare(creator.user.id, { priceCents: options.priceCents ?? 1000 });
	const begun = await beginCard(share.slug);
	await payCard(begun.intentId, options.method);
	const told = await reportSuccess(begun.intentId, begun.cookies, `${share.id}@example.test`);
	return { share, ...begun, told };
}
export type Sold = Awaited<ReturnType<typeof sell>>;

export async function salesOf(creator: Creator, share: { slug: string }): Promise<Sale[]> {
	const path = `/api/file-shares/${share.slug}/sales`;
	return (await request(path, { cookies: creator.cookies })).json();
}

export async function balanceOf(creator: Creator): Promise<Balance> {
	return (await request("/api/balance", { cookies: creator.cookies })).json();
}

/** Whether that buyer may download now. */
export async function isPaid(sold: Sold): Promise<boolean> {
	const response = await request(`/api/file-shares/${sold.share.slug}`, {
		cookies: sold.cookies,
	});
	return ((await response.json()) as { fileShare: { isPaid: boolean } }).fileShare.isPaid;
}

/** The creator refunds the sale. */
export async function refund(creator: Creator, id: string) {
	const response = await call("POST", `/api/purchases/${id}/refund`, undefined, creator.cookies);
	return { status: response.status, body: (await response.json()) as Sale & { code: string } };
}

/** Sends all of the provider's events about a sale to the webhook. */
export async function deliverAll(sold: Sold): Promise<void> {
	const intent = await provider().paymentIntents.retrieve(sold.intentId);
	const charge = String(intent.latest_charge);
	const all = await provider().events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
	const about = (event: Stripe.Event) =>
		[sold.intentId, charge].some((id) => JSON.stringify(event.data.object).includes(id));
	for (const event of all.filter(about).reverse()) expect((await deliver(event)).status).toBe(200);
}

export async function chargeOf(sold: Sold): Promise<string> {
	return String((await provider().paymentIntents.retrieve(sold.intentId)).latest_charge);
}

/** The balance of the creator's connected account at the provider, in cents. */
export async function connectedCents(account: string): Promise<number> {
	const { available, pending } = await provider().balance.retrieve({}, { stripeAccount: account });
	return [...available, ...pending].reduce((sum, part) => sum + part.amount, 0);
}
