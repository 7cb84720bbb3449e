import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { BuyersChoice } from "../../catalogue/shares/contract/shares.ts";
import { shares } from "../../catalogue/shares/tables.ts";
import { reconcilePurchases } from "../../payments/settlement/reconcile-purchases.ts";
import { ledger } from "../../payments/tables.ts";
import { sha256 } from "../../platform/security/crypto.ts";
import { purchases } from "../../purchases/entitlements/tables.ts";
import { type Fault, faultyContext } from "../../test/fakes/faults.ts";
import { beginCard, payCard, provider, reportSuccess } from "../../test/fakes/provider.ts";
import { accessFor, makeShare } from "../../test/fixtures/sales.ts";
import { makeCreator, testCtx } from "../../test/fixtures/test-app.ts";
import { deleteSharesOfCreator } from "./delete-share.ts";
import { endAttempts } from "./end-attempts.ts";
import { finishDeletions } from "./finish-deletion.ts";
import { requireSettled } from "./obstacles.ts";

const MINUTE = 60 * 1000;
type Bought = Awaited<ReturnType<typeof beginCard>>;

/** The amount of a payment that the provider still has, in cents, and the number of its refunds. */
async function keptOf({ intentId }: Bought) {
	const intent = await provider().paymentIntents.retrieve(intentId, { expand: ["latest_charge"] });
	const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge;
	return intent.amount_received - (charge?.amount_refunded ?? 0);
}

async function hasAccess(share: { id: string }, { cookies }: Bought): Promise<boolean> {
	const buyerHash = await sha256(cookies["__Host-buyer"] ?? "");
	const ctx = testCtx({ credentials: { sessionHash: null, buyerHash } });
	return (await accessFor(ctx, share)) !== null;
}

async function expectSettled(share: { id: string }, payments: Bought[]): Promise<void> {
	for (const payment of payments) {
		const cents = await keptOf(payment);
		expect(await hasAccess(share, payment)).toBe(cents > 0);
		const [row] = await testCtx()
			.db.select()
			.from(purchases)
			.where(eq(purchases.paymentIntentId, payment.intentId));
		expect({ paid: row?.state === "paid" }).toEqual({ paid: cents > 0 });
		const lines = await testCtx()
			.db.select()
			.from(ledger)
			.where(eq(ledger.purchaseId, row?.id ?? ""));
		const sum = lines
			.filter((line) => line.kind === "gross" || line.kind === "refund")
			.reduce((total, line) => total + line.amountCents, 0);
		expect(sum).toBe(cents);
	}
}

/**
 * A creator deletes a share while one buyer has paid and another's payment is just succeeding, with one fault in our
 * own calls; then the crons run. Returns whether the fault was reached at all.
 */
async function survive(fault: Fault, buyers: BuyersChoice): Promise<boolean> {
	const creator = await makeCreator();
	const share = await makeShare(creator.user.id);
	const before = await beginCard(share.slug);
	await payCard(before.intentId);
	await reportSuccess(before.intentId, before.cookies);
	const racing = await beginCard(share.slug);
	const setup = faultyContext(fault);
	const ctx = setup.ctx();
	// Skips the first check, which fails while there is a balance: the test concerns the later steps.
	await Promise.all([
		payCard(racing.intentId).catch(() => null),
		endAttempts(ctx, eq(purchases.creatorId, creator.user.id))
			.catch(() => null)
			.then(() => deleteSharesOfCreator(ctx, creator.user.id, { buyers }))
			.then(() => requireSettled(ctx, creator.user.id))
			.catch(() => null),
	]);
	const struck = setup.struck();
	// If it failed before anything was deleted, the creator retries.
	await deleteSharesOfCreator(testCtx(), creator.user.id, { buyers });
	const later = testCtx({ now: () => Date.now() + 11 * MINUTE });
	await reconcilePurchases(later);
	await finishDeletions(testCtx());
	await expectSettled(share, [before, racing]);
	const [row] = await testCtx().db.select().from(shares).where(eq(shares.id, share.id));
	const kept = (await keptOf(before)) + (await keptOf(racing));
	expect({ status: row?.status, deletion: row?.deletion }).toEqual({
		status: "deleted",
		deletion: kept > 0 ? "kept" : null,
	});
	if (buyers === "refund") expect(kept).toBe(0);
	else expect(kept).toBeGreaterThanOrEqual(1000);
	return struck;
}

describe("deleting a share with a fault at every call", () => {
	const cases = [
		{ where: "database", when: "before", buyers: "keep" },
		{ where: "database", when: "before", buyers: "refund" },
		{ where: "database", when: "after", buyers: "refund" },
		{ where: "provider", when: "before", buyers: "refund" },
		{ where: "provider", when: "after", buyers: "refund" },
		{ where: "provider", when: "after", buyers: "keep" },
	] as const;
	/**
	 * The database is called more often, so its calls are divided among tests, of which `npm test` runs one in four.
	 */
	const divided = cases.flatMap((one, at) => {
		const step = one.where === "database" ? 4 : 1;
		const every = Array.from({ length: step }, (_, part) => part + 1);
		const parts = env.ALL_ROUNDS === "true" || step === 1 ? every : [at + 1];
		return parts.map((first) => ({ ...one, first, step }));
	});
	it.each(divided)(
		"$where, $when it acted, buyers: $buyers, from call $first in steps of $step",
		async ({ where, when, buyers, first, step }) => {
			let at = first;
			while (await survive({ where, when, at }, buyers)) at += step;
			expect(at).toBeGreaterThan(where === "database" ? 10 : 2);
		},
	);
});
