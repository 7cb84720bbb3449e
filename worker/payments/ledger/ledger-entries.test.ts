import { describe, expect, it } from "vitest";
import type {
	ChargeSnapshot,
	DisputeSnapshot,
	RefundSnapshot,
} from "../../purchases/payment-snapshot.ts";
import { ledgerEntriesOf } from "./ledger-entries.ts";
import type { SaleTerms } from "./write-ledger.ts";

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

const sale = {
	id: "sale",
	currency: "usd",
	priceCents: PRICE,
	platformFeeCents: FEE,
	processingFeeCents: 88,
	destinationAccount: null,
} as const;
const connected = { ...sale, destinationAccount: "acct_1" } as const;
const charge: ChargeSnapshot = {
	id: "ch_1",
	processingFeeCents: 93,
	settled: null,
	cardCountry: null,
	transferId: null,
	refunds: [],
	feeRefunds: [],
	disputes: [],
};
/** The payments that an entry counts for: granted ones, refused ones, or both. */
const COUNTS = new Map([
	[false, "granted"],
	[true, "refused"],
	[null, "both"],
]);
const written = (terms: SaleTerms, change: Partial<ChargeSnapshot>, paidCents = PRICE) =>
	ledgerEntriesOf(terms, paidCents, { ...charge, ...change }).map(
		({ causeKey, kind, amountCents, account, providerId, ifAutoRefund, after }) =>
			[causeKey, kind, amountCents, account, providerId, COUNTS.get(ifAutoRefund), after]
				.filter((word) => word !== undefined)
				.join(" "),
	);

describe("a sale", () => {
	const held = [
		"gross:sale gross 2000 platform ch_1 both",
		"platform_fee:sale platform_fee -100 platform ch_1 granted",
		"processing_fee:sale processing_fee -93 platform ch_1 granted",
		"no_platform_fee:sale platform_fee 100 platform ch_1 refused platform_fee:sale",
		"no_processing_fee:sale processing_fee 93 platform ch_1 refused processing_fee:sale",
	];

	it.each<[string, SaleTerms, number | null, string[]]>([
		["held by the platform costs what the provider charged", sale, 93, held],
		[
			"whose fee is not known yet has no entry for it",
			sale,
			null,
			[held[0] ?? "", held[1] ?? "", held[3] ?? ""],
		],
		[
			"whose processing the operator bears has no entry for it",
			{ ...sale, processingFeeCents: 0 },
			93,
			[held[0] ?? "", held[1] ?? "", held[3] ?? ""],
		],
		[
			"whose processing was quoted at a cent costs what the provider charged",
			{ ...sale, processingFeeCents: 1 },
			93,
			held,
		],
		[
			"in the creator's account costs what was quoted, also when it is refused",
			connected,
			93,
			[
				"gross:sale gross 2000 connected ch_1 both",
				"platform_fee:sale platform_fee -100 connected ch_1 both",
				"processing_fee:sale processing_fee -88 connected ch_1 both",
			],
		],
	])("%s", (_, terms, processingFeeCents, expected) => {
		expect(written(terms, { processingFeeCents })).toEqual(expected);
	});

	it("records what was paid, not the price", () => {
		expect(written(sale, {}, 1999)[0]).toBe("gross:sale gross 1999 platform ch_1 both");
	});
});

/** The entries besides those of the sale itself. */
const later = (terms: SaleTerms, change: Partial<ChargeSnapshot>) =>
	written(terms, change).slice(written(terms, {}).length);

describe("refunds", () => {
	const one = { id: "re_1", amountCents: 990, failed: false, reversedCents: 0 };

	it("return the platform's fee in proportion, rounded over all of them", () => {
		const refunds = [
			{ ...one, amountCents: 9 },
			{ ...one, id: "re_2", amountCents: 1 },
			{ ...one, id: "re_3", amountCents: 1990 },
		];
		expect(later(sale, { refunds })).toEqual([
			"refund:re_1 refund -9 platform re_1 both",
			"refund:re_2 refund -1 platform re_2 both",
			"fee_share:re_2 fee_refund 1 platform re_2 granted",
			"refund:re_3 refund -1990 platform re_3 both",
			"fee_share:re_3 fee_refund 99 platform re_3 granted",
		]);
	});

	it("takes refunds from the account as far as they were reversed there", () => {
		expect(later(connected, { refunds: [{ ...one, reversedCents: 600 }] })).toEqual([
			"refund:re_1 refund -390 platform re_1 both",
			"refund_reversed:re_1 refund -600 connected re_1 both",
			"fee_share:re_1 fee_refund 50 platform re_1 granted",
		]);
	});

	it("takes back failed refunds on the platform", () => {
		const refunds = [{ ...one, failed: true, reversedCents: 600 }];
		expect(later(connected, { refunds })).toEqual([
			"refund:re_1 refund -390 platform re_1 both",
			"refund_reversed:re_1 refund -600 connected re_1 both",
			"fee_share:re_1 fee_refund 50 platform re_1 granted",
			"refund_failed:re_1 refund 990 platform re_1 both",
			"fee_share_failed:re_1 fee_refund -50 platform re_1 granted",
		]);
	});

	it("returns the amount of a failed reversal to the account", () => {
		const refunds = [one, { ...one, id: "re_2", amountCents: 10, reversedCents: 10 }];
		const feeRefunds = [{ id: "fr_1", amountCents: 40 }];
		expect(later(connected, { refunds, feeRefunds }).slice(-3)).toEqual([
			"fee_refund:fr_1 fee_refund 40 connected fr_1 both",
			"fee_refund_paid:fr_1 fee_refund -40 platform fr_1 granted",
			"fees_returned:sale fee_refund 148 platform ch_1 refused",
		]);
		const reversed = [{ ...one, reversedCents: 1 }];
		expect(later(connected, { refunds: reversed }).at(-1)).toContain("fee_share:");
		const all = [{ id: "fr_1", amountCents: 188 }];
		expect(later(connected, { refunds, feeRefunds: all }).at(-1)).toContain("fee_refund_paid:");
	});
});

describe("a dispute", () => {
	const opened = {
		...lost(500),
		lost: false,
		transactions: [{ id: "txn_1", amountCents: -500, feeCents: 1500 }],
	};

	it("takes the money and the bank's fee from the platform, which bears both of a refused payment", () => {
		expect(later(connected, { disputes: [opened] })).toEqual([
			"dispute:txn_1 dispute -500 platform dp_1 both",
			"dispute_late:txn_1 fee_refund 47 platform dp_1 refused",
			"dispute_fee:txn_1 dispute_fee -1500 platform dp_1 granted",
		]);
		expect(later(sale, { disputes: [opened] })).toEqual([
			"dispute:txn_1 dispute -500 platform dp_1 both",
			"dispute_fee:txn_1 dispute_fee -1500 platform dp_1 granted",
		]);
	});

	it("gives the amount and the fee back for a dispute that is won", () => {
		const back = { id: "txn_2", amountCents: 500, feeCents: -1500 };
		const won = { ...opened, won: true, transactions: [...opened.transactions, back] };
		expect(later(connected, { disputes: [won] }).slice(3)).toEqual([
			"dispute:txn_2 dispute_won 500 platform dp_1 both",
			"dispute_late:txn_2 fee_refund -47 platform dp_1 refused",
			"dispute_fee:txn_2 dispute_fee 1500 platform dp_1 granted",
			"dispute_recovered:dp_1 fee_refund -25 platform dp_1 granted dispute_lost:dp_1",
			"dispute_recovered:dp_1 fee_refund 0 platform dp_1 refused dispute_lost:dp_1",
		]);
	});

	it("records a lost dispute also if it returns no fee", () => {
		expect(later(sale, { disputes: [{ ...opened, lost: true }] }).slice(2)).toEqual([
			"dispute_lost:dp_1 fee_refund 25 platform dp_1 granted",
			"dispute_lost:dp_1 fee_refund 0 platform dp_1 refused",
		]);
	});

	it("over more than refunds have left returns the rest of the fee only", () => {
		const refunds = [{ id: "re_1", amountCents: 1800, failed: false, reversedCents: 0 }];
		const entries = later(sale, { refunds, disputes: [{ ...opened, lost: true }] });
		expect(entries.at(-2)).toBe("dispute_lost:dp_1 fee_refund 10 platform dp_1 granted");
		const all = [{ ...lost(10), lost: true, transactions: [] }];
		const small = { ...sale, priceCents: 10, platformFeeCents: 10 };
		const refunded = [{ id: "re_1", amountCents: 10, failed: false, reversedCents: 0 }];
		expect(later(small, { refunds: refunded, disputes: all })).toContain(
			"dispute_lost:dp_1 fee_refund 0 platform dp_1 granted",
		);
		const failed = refunds.map((one) => ({ ...one, failed: true }));
		const again = later(sale, { refunds: failed, disputes: [{ ...opened, lost: true }] });
		expect(again.at(-2)).toBe("dispute_lost:dp_1 fee_refund 25 platform dp_1 granted");
	});
});

it.each<[string, RefundSnapshot[], number, number]>([
	["all of the price", [], PRICE, FEE],
	["half of the price", [], PRICE / 2, FEE / 2],
	["six cents", [], 6, 0],
	["more than the price", [], PRICE + 100, FEE],
	["what a refund has left", [refund(500)], PRICE - 500, FEE],
	["more than a refund has left", [refund(500)], PRICE, FEE],
	["what was refunded", [refund(PRICE)], PRICE, FEE],
])("a lost dispute over %s returns the platform fee once", (_, refunds, cents, returned) => {
	const entries = ledgerEntriesOf(sale, PRICE, { ...charge, refunds, disputes: [lost(cents)] });
	const fees = entries.filter(
		({ kind, ifAutoRefund }) => kind === "fee_refund" && ifAutoRefund !== true,
	);
	expect(fees.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(returned);
});
