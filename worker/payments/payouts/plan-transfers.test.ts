import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, planTransfers } from "./plan-transfers.ts";

const base = {
	creatorId: "c",
	currency: "usd" as const,
	account: "acct_c",
	state: "paid",
	isAutoRefund: false,
	chargeLeftCents: 0,
	creatorPendingCents: 0,
};

describe("planning transfers", () => {
	it("withholds debts from the creator's other money", () => {
		const creatorHeldCents = 891 - 59;
		const held = { ...base, creatorHeldCents };
		expect(
			planTransfers([
				{ ...held, purchaseId: "sold", heldCents: 891, connectedCents: 0 },
				{ ...held, purchaseId: "refunded", heldCents: -59, connectedCents: 0 },
			]),
		).toMatchObject([{ purchaseId: "sold", kind: "transfer", amountCents: 832 }]);
	});

	it("withholds a debt from money in its currency only", () => {
		const dollars = { ...base, purchaseId: "dollars", heldCents: 891, creatorHeldCents: 891 };
		const euros = { ...base, currency: "eur" as const, purchaseId: "euros" };
		expect(
			planTransfers([
				{ ...dollars, connectedCents: 0 },
				{ ...euros, heldCents: 500, creatorHeldCents: 100, connectedCents: 0 },
			]).map(({ purchaseId, amountCents }) => [purchaseId, amountCents]),
		).toEqual([
			["dollars", 891],
			["euros", 100],
		]);
	});

	it("withholds a debt from money of the same creator only, and transfers a single cent", () => {
		const other = { ...base, creatorId: "d", purchaseId: "other", heldCents: 891 };
		expect(
			planTransfers([
				{ ...base, purchaseId: "own", heldCents: 1, creatorHeldCents: 1, connectedCents: 0 },
				{ ...other, creatorHeldCents: 500, connectedCents: 0 },
			]).map(({ purchaseId, amountCents }) => [purchaseId, amountCents]),
		).toEqual([
			["own", 1],
			["other", 500],
		]);
	});

	it("holds disputed money and reverses what was transferred", () => {
		const planned = (heldCents: number, connectedCents: number, chargeLeftCents = 0) =>
			planTransfers([
				{
					...base,
					state: "disputed",
					purchaseId: "p",
					heldCents,
					connectedCents,
					chargeLeftCents,
					creatorHeldCents: heldCents,
				},
			]);
		expect(planned(-2500, 891)).toEqual([
			{
				purchaseId: "p",
				creatorId: "c",
				account: "acct_c",
				kind: "reversal",
				amountCents: 891,
				fromCharge: false,
			},
		]);
		expect(planned(500, 0)).toEqual([]);
		expect(planned(500, 0, 500)).toEqual([]);
	});

	it("takes as much as possible from the charge, and the rest from the balance", () => {
		const held = { ...base, purchaseId: "p", heldCents: 891, creatorHeldCents: 891 };
		const planned = (chargeLeftCents: number) =>
			planTransfers([{ ...held, connectedCents: 0, chargeLeftCents }]).map((transfer) => [
				transfer.amountCents,
				transfer.fromCharge,
			]);
		expect(planned(1000)).toEqual([[891, true]]);
		expect(planned(109)).toEqual([
			[109, true],
			[782, false],
		]);
		expect(planned(0)).toEqual([[891, false]]);
		expect(planned(-5)).toEqual([[891, false]]);
	});

	it("keeps the money of an automatically refunded payment", () => {
		const autoRefundReason = {
			...base,
			isAutoRefund: true,
			heldCents: 1000,
			creatorHeldCents: 1000,
		};
		expect(
			planTransfers([
				{ ...autoRefundReason, purchaseId: "p", connectedCents: 0, chargeLeftCents: 1000 },
			]),
		).toEqual([]);
	});

	it("never transfers more than the whole balance, nor reverses more than was transferred", () => {
		const purchase = fc.record({
			heldCents: fc.integer({ min: -5000, max: 5000 }),
			connectedCents: fc.integer({ min: -100, max: 5000 }),
			chargeLeftCents: fc.integer({ min: -100, max: 5000 }),
		});
		fc.assert(
			fc.property(fc.array(purchase), fc.nat(2000), (list, creatorPendingCents) => {
				const creatorHeldCents = list.reduce((sum, { heldCents }) => sum + heldCents, 0);
				const candidates: Candidate[] = list.map((own, at) => ({
					...base,
					...own,
					purchaseId: String(at),
					creatorHeldCents,
					creatorPendingCents,
				}));
				let sent = 0;
				const left = list.map((own) => ({ ...own }));
				for (const transfer of planTransfers(candidates)) {
					const of = left[Number(transfer.purchaseId)]!;
					expect(transfer.amountCents).toBeGreaterThan(0);
					if (transfer.kind === "transfer") sent += transfer.amountCents;
					expect(transfer.amountCents).toBeLessThanOrEqual(
						transfer.kind === "transfer" ? of.heldCents : of.connectedCents,
					);
					if (transfer.kind === "transfer") of.heldCents -= transfer.amountCents;
					if (transfer.fromCharge) {
						of.chargeLeftCents -= transfer.amountCents;
						expect(of.chargeLeftCents).toBeGreaterThanOrEqual(0);
					}
				}
				expect(sent).toBeLessThanOrEqual(Math.max(0, creatorHeldCents - creatorPendingCents));
			}),
		);
	});
});
