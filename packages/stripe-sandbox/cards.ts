import type { DisputeReason } from "./methods.ts";

/** Numbers and names are Stripe's. */
export interface TestCard {
	number: string;
	/** A ready-made payment method, e.g. `pm_card_visa`. */
	token: string;
	brand: string;
	country?: string;
	decline?: Decline;
	/** `unless_set_up`: not once saved for off-session use; `frictionless`: without a page. */
	authentication?: "always" | "unless_set_up" | "frictionless";
	declineAfter?: Decline;
	dispute?: DisputeReason;
	refund?: "fails" | "pending";
	/** Its money is available immediately rather than in two days. */
	available?: boolean;
	/** Stays `processing` until the trigger `settle`; not one of Stripe's. */
	processing?: boolean;
}

export interface Decline {
	code: string;
	decline_code?: string;
	message: string;
}

const declined = (decline_code: string, message = "Your card was declined."): Decline => ({
	code: "card_declined",
	decline_code,
	message,
});
const FUNDS = declined("insufficient_funds", "Your card has insufficient funds.");

const issuedIn = (country: string, number: string): TestCard => ({
	number,
	token: `pm_card_${country.toLowerCase()}`,
	brand: "visa",
	country,
});

const TEST_CARDS: readonly TestCard[] = [
	{ number: "4242424242424242", token: "pm_card_visa", brand: "visa" },
	{ number: "5555555555554444", token: "pm_card_mastercard", brand: "mastercard" },
	issuedIn("CA", "4000001240000000"),
	issuedIn("DE", "4000002760000016"),
	issuedIn("FR", "4000002500000003"),
	issuedIn("GB", "4000008260000000"),
	{ number: "4000000000000077", token: "pm_card_bypassPending", brand: "visa", available: true },
	{
		number: "4000000000000002",
		token: "pm_card_chargeDeclined",
		brand: "visa",
		decline: declined("generic_decline"),
	},
	{
		number: "4000000000009995",
		token: "pm_card_chargeDeclinedInsufficientFunds",
		brand: "visa",
		decline: FUNDS,
	},
	{
		number: "4000000000000069",
		token: "pm_card_chargeDeclinedExpiredCard",
		brand: "visa",
		decline: {
			code: "expired_card",
			decline_code: "expired_card",
			message: "Your card has expired.",
		},
	},
	{
		number: "4000000000000127",
		token: "pm_card_chargeDeclinedIncorrectCvc",
		brand: "visa",
		decline: {
			code: "incorrect_cvc",
			decline_code: "incorrect_cvc",
			message: "Your card's security code is incorrect.",
		},
	},
	// https://docs.stripe.com/testing#three-ds-cards
	{
		number: "4000000000003055",
		token: "pm_card_threeDSecureOptional",
		brand: "visa",
		authentication: "frictionless",
	},
	{
		number: "4000002500003155",
		token: "pm_card_authenticationRequiredOnSetup",
		brand: "visa",
		authentication: "unless_set_up",
	},
	{
		number: "4000002760003184",
		token: "pm_card_authenticationRequired",
		brand: "visa",
		authentication: "always",
	},
	{
		number: "4000000000003220",
		token: "pm_card_threeDSecure2Required",
		brand: "visa",
		authentication: "always",
	},
	{
		number: "4000008400001629",
		token: "pm_card_threeDSecureRequiredChargeDeclined",
		brand: "visa",
		authentication: "always",
		declineAfter: declined("generic_decline"),
	},
	{
		number: "4000000000000259",
		token: "pm_card_createDispute",
		brand: "visa",
		dispute: "fraudulent",
	},
	{
		number: "4000000000002685",
		token: "pm_card_createDisputeProductNotReceived",
		brand: "visa",
		dispute: "product_not_received",
	},
	{
		number: "4000000000001976",
		token: "pm_card_createDisputeInquiry",
		brand: "visa",
		dispute: "inquiry",
	},
	{ number: "4000000000007726", token: "pm_card_pendingRefund", brand: "visa", refund: "pending" },
	{ number: "4000000000005126", token: "pm_card_refundFail", brand: "visa", refund: "fails" },
	{ number: "4000000000990004", token: "pm_sandbox_processing", brand: "visa", processing: true },
];

export function cardByToken(token: string): TestCard | undefined {
	return TEST_CARDS.find((card) => card.token === token);
}

export function cardByNumber(number: string): TestCard | undefined {
	return TEST_CARDS.find((card) => card.number === number);
}

export function passesLuhn(number: string): boolean {
	let sum = 0;
	for (const [index, digit] of [...number].reverse().entries()) {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		sum += value > 9 ? value - 9 : value;
	}
	return sum % 10 === 0;
}
