import { expect, it } from "vitest";
import type { DisputeSnapshot, RefundSnapshot } from "../../purchases/payment-snapshot.ts";
import { ledgerEntriesOf } from "./ledger-entries.ts";

const PRICE = 2000;
const FEE = 100;

const refund = (amountCents: number): RefundSnapshot => ({
	id: "re_1",
	amountCents,
	failed: false,
	reversedCents: 0,
});
const lost = (amountCents: number): DisputeSnapshot => ({
	id: "dp_1",
	amountCents,
	lost: true,
	won: false,
	inquiry: false,
	reason: "fraudulent",
	respondBy: null,
	transactions: [{ id: "txn_1", amountCents: -amountCents, feeCents: 1500 }],
});

it.each<[string, RefundSnapshot[], number, number]>([
	["all of the price", [], PRICE, FEE],
	["half of the price", [], PRICE / 2, FEE / 2],
	["more than the price", [], PRICE + 100, FEE],
	["what a refund has left", [refund(500)], PRICE - 500, FEE],
	["more than a refund has left", [refund(500)], PRICE, FEE],
	["what was refunded", [refund(PRICE)], PRICE, FEE],
])("a lost dispute over %s returns the platform fee once", (_, refunds, cents, returned) => {
	const sale = {
		id: "sale",
		currency: "usd",
		priceCents: PRICE,
		platformFeeCents: FEE,
		processingFeeCents: 0,
		destinationAccount: null,
	} as const;
	const entries = ledgerEntriesOf(sale, PRICE, {
		id: "ch_1",
		processingFeeCents: 0,
		settled: null,
		cardCountry: null,
		transferId: null,
		refunds,
		feeRefunds: [],
		disputes: [lost(cents)],
	});
	const fees = entries.filter(
		({ kind, ifAutoRefund }) => kind === "fee_refund" && ifAutoRefund !== true,
	);
	expect(fees.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(returned);
});
