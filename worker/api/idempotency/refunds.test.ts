import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLog } from "../../core/audit-log/tables.ts";
import { provider } from "../../test/fakes/provider.ts";
import { storeToken } from "../../test/fixtures/access-tokens.ts";
import { isPaid, salesOf, sell } from "../../test/fixtures/sale-helpers.ts";
import { makeCreator, request, testCtx } from "../../test/fixtures/test-app.ts";
import { idempotencyKeys } from "./tables.ts";

const PARALLEL = 100;

it("100 refunds at once with one key, and as many after each interruption, return the money once", async () => {
	const creator = await makeCreator();
	const sold = await sell(creator);
	const [sale] = await salesOf(creator, sold.share);
	const { token } = await storeToken(creator.user.id, ["sales:refund"]);
	const refund = () =>
		request(`/api/purchases/${sale?.id}/refund`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "idempotency-key": "one refund" },
		});
	const own = eq(idempotencyKeys.owner, creator.user.id);
	const { db } = testCtx();
	const bodies = new Set<string>();
	for (const interruption of ["none", "response lost", "killed before the response was kept"]) {
		if (interruption.startsWith("killed"))
			// The row a minute after the Worker was killed.
			await db
				.update(idempotencyKeys)
				.set({ status: null, response: null, leaseUntil: 1 })
				.where(own);
		const responses = await Promise.all(Array.from({ length: PARALLEL }, refund));
		for (const response of responses) {
			const text = await response.text();
			if (response.status === 200) bodies.add(text);
			else
				expect(JSON.parse(text), interruption).toMatchObject({ code: "idempotency.in_progress" });
		}
		expect(responses.some(({ status }) => status === 200)).toBe(true);
	}
	// The refund repeated after the interruption found the first.
	expect([...bodies].map((body) => JSON.parse(body).state)).toEqual(
		[...bodies].map(() => "refunded"),
	);
	const refunds = await provider().refunds.list({ payment_intent: sold.intentId });
	expect(refunds.data.map(({ amount }) => amount)).toEqual([1000]);
	const ordered = and(
		eq(auditLog.creatorId, creator.user.id),
		eq(auditLog.act, "purchase.refund_ordered"),
	);
	expect(await db.select({ id: auditLog.id }).from(auditLog).where(ordered)).toHaveLength(1);
	expect(await isPaid(sold)).toBe(false);
});
